import { hasBridge, SOURCE_SYMBOLS } from './bridge.ts';
import { ALIASES, CURRENCIES, type Currency, currencyById } from './currencies.ts';
import { NETWORKS, type NetworkId } from './networks.ts';

/** The symbol of a token that a payment can start with, by the specification. */
export type SourceSymbol = (typeof SOURCE_SYMBOLS)[number];

const BY_NETWORK: ReadonlyMap<NetworkId, readonly Currency[]> = new Map(
  Object.values(NETWORKS).map(({ id }) => [id, tokensOf(id)]),
);

/**
 * The tokens of a network that a payment elsewhere can start with, each once, under its listed symbol; none where
 * there is no bridge.
 */
export function sourceTokensOf(network: NetworkId): readonly Currency[] {
  return BY_NETWORK.get(network) ?? [];
}

/**
 * The token that a symbol means on a network as a source: `USDT0` is USDT where the specification makes it an alias.
 * Undefined where the network has no such token.
 */
export function findSourceToken(network: NetworkId, symbol: SourceSymbol): Currency | undefined {
  const id = `${symbol}-${network}`;
  const currency = currencyById(ALIASES[id] ?? id);
  return sourceTokensOf(network).find((token) => token.id === currency?.id);
}

function tokensOf(network: NetworkId): readonly Currency[] {
  if (!hasBridge(network)) return [];
  const symbols: readonly string[] = SOURCE_SYMBOLS;
  return CURRENCIES.filter((row) => row.network === network && symbols.includes(row.symbol));
}
