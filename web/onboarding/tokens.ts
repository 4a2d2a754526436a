import { sameAddress } from '../ui/address.ts';
import { TRUSTED } from '../wallet/trusted.generated.ts';
import type { PageConfig } from './config.ts';

/** A currency in which one can be paid, on its network. */
export interface PayToken {
  readonly networkId: string;
  readonly networkName: string;
  readonly chainId: number;
  /** Such as `USDC-base`. */
  readonly currencyId: string;
  readonly symbol: string;
  readonly address: string;
}

/** The currencies that a destination can be in; FAU is the play money of the test network. */
const SYMBOLS: ReadonlySet<string> = new Set(['USDC', 'USDT']);
const TEST_CURRENCY = 'FAU-sepolia';

/** What can be chosen on this Florin, by network. */
export function payTokens({ networks }: Pick<PageConfig, 'networks'>): readonly PayToken[] {
  return ALL.filter(({ networkId }) => Object.hasOwn(networks, networkId));
}

/** The token of a destination, if this page knows it. */
export function tokenOf(destination: {
  readonly chainId: number | undefined;
  readonly tokenAddress: string;
}): PayToken | undefined {
  return ALL.find(
    (token) =>
      token.chainId === destination.chainId && sameAddress(token.address, destination.tokenAddress),
  );
}

/** The token of a choice; undefined until both halves are chosen and go together. */
export function chosenToken(choices: {
  readonly networkId: string;
  readonly currencyId: string;
}): PayToken | undefined {
  const { networkId, currencyId } = choices;
  return ALL.find((token) => token.networkId === networkId && token.currencyId === currencyId);
}

const ALL: readonly PayToken[] = Object.entries(TRUSTED).flatMap(([networkId, network]) =>
  Object.entries(network.tokens)
    .filter(([id, { symbol }]) => SYMBOLS.has(symbol) || id === TEST_CURRENCY)
    .map(([currencyId, { symbol, address }]) => ({
      networkId,
      networkName: network.name,
      chainId: network.chainId,
      currencyId,
      symbol,
      address,
    })),
);
