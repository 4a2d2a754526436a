import { sameAddress } from '../../ui/address.ts';
import { TRUSTED } from '../../wallet/trusted.generated.ts';
import { config } from '../config.ts';

/** A token in which one can be paid on a network. */
export interface PayToken {
  readonly id: string;
  readonly symbol: string;
  readonly address: string;
}

/** The tokens of a network, by the page's own list: the API could name any contract. */
export function tokensOf(networkId: string): readonly PayToken[] {
  const tokens = TRUSTED[networkId]?.tokens ?? {};
  return Object.entries(tokens).map(([id, { symbol, address }]) => ({ id, symbol, address }));
}

/** The networks with tokens whose wallets are those of EVM networks. */
export const PAY_NETWORKS = config.networks.filter(({ id }) => tokensOf(id).length > 0);

/** The token of an address; undefined where the page does not know it. */
export function tokenAt(chainId: number, tokenAddress: string): PayToken | undefined {
  const network = config.networks.find((one) => one.chainId === chainId);
  return tokensOf(network?.id ?? '').find(({ address }) => sameAddress(address, tokenAddress));
}
