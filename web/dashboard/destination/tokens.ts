import { isSameAccount } from '../../wallet/same-account.ts';
import '../../wallet/tron/tron-network.ts';
import { TRUSTED } from '../../wallet/trusted.generated.ts';
import { config } from '../config.ts';

/** A token in which one can be paid on a network. */
interface PayToken {
  readonly id: string;
  readonly symbol: string;
  readonly address: string;
}

/** The currencies that a destination can be in; FAU is the play money of the test network. */
const SYMBOLS: ReadonlySet<string> = new Set(['USDC', 'USDT']);
const TEST_CURRENCY = 'FAU-sepolia';

/** How addresses look where the network says nothing else. */
const EVM_ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** The tokens that are paid to destinations on a network, by the page's own list: the API could name any contract. */
export function tokensOf(networkId: string): readonly PayToken[] {
  return Object.entries(TRUSTED[networkId]?.tokens ?? {})
    .filter(([id, { symbol }]) => SYMBOLS.has(symbol) || id === TEST_CURRENCY)
    .map(([id, { symbol, address }]) => ({ id, symbol, address }));
}

/** The networks on which one can be paid. */
export const PAY_NETWORKS = config.networks.filter(({ id }) => tokensOf(id).length > 0);

/** Whether an address is written as those of a network are. */
export function isWrittenFor(networkId: string, address: string): boolean {
  return (TRUSTED[networkId]?.addressPattern ?? EVM_ADDRESS).test(address);
}

/** The token of an address; undefined where the page does not know it. */
export function tokenAt(chainId: number, tokenAddress: string): PayToken | undefined {
  const network = config.networks.find((one) => one.chainId === chainId);
  return tokensOf(network?.id ?? '').find(({ address }) => isSameAccount(address, tokenAddress));
}
