import { PUBLISHED_STEPS } from './conversion-paths.generated.ts';
import { CURRENCIES, type Currency, nativeCurrencyOf } from './currencies.ts';
import { NETWORKS, type NetworkId } from './networks.ts';

/**
 * How conversion paths name the fiat currencies: the last 20 bytes of the keccak-256 hash of
 * `{"type":"iso4217","value":"<code in lower case>"}`, as the published contracts were set up with.
 */
export const FIAT_HASHES: Readonly<Record<string, string>> = {
  USD: '0x775eb53d00dd0acd3ec1696472105d579b9b386b',
  EUR: '0x17b4158805772ced11225e77339f90beb5aae968',
  GBP: '0x013f29832cd6525c4c6df81c2aae8032a1ff2db2',
  CNY: '0x66710cc1372861ec5d5537c075b527b7b3c63c5f',
  JPY: '0xf68fb12aa78e5c2b3eebd71441a990cd5757055c',
};

/** Symbols in which a conversion is paid, by the specification. */
export const CONVERSION_SYMBOLS: readonly string[] = ['USDC', 'USDT', 'DAI', 'FAU'];

/** Whether the sandbox's own price feeds count, which stand on local nodes only. */
export interface PathOptions {
  readonly sandbox: boolean;
}

/** A step between a currency and the US dollar that the sandbox has a price feed for. */
export interface SandboxStep {
  /** As people write it: `EUR`, `USDC`, or `POL` for the coin of Polygon. */
  readonly symbol: string;
  /** What conversion paths call it, in lower case. */
  readonly hash: string;
  /** The public network has no price feed for this step; only the sandbox converts over it. */
  readonly sandboxOnly: boolean;
}

/** The steps to the US dollar that the sandbox's node of a network can make, none where nothing converts. */
export function sandboxSteps(network: NetworkId): readonly SandboxStep[] {
  const published = PUBLISHED_STEPS[network];
  const native = nativeCurrencyOf(network);
  if (published === undefined || native === undefined) return [];
  const fiats = Object.entries(FIAT_HASHES).filter(([code]) => code !== 'USD');
  const tokens = CURRENCIES.filter((row) => row.network === network && isConvertible(row));
  const known = neighboursOf(network, { sandbox: false }).get(FIAT_HASHES['USD'] ?? '') ?? [];
  return [
    ...fiats.map(([symbol, hash]) => ({ symbol, hash })),
    { symbol: NETWORKS[network].nativeCurrency.symbol, hash: native.hash },
    ...tokens.map(({ symbol, hash }) => ({ symbol, hash })),
  ].map((step) => ({ ...step, sandboxOnly: !known.includes(step.hash) }));
}

/** What people call a step of a conversion path: a fiat code, a symbol, or the hash of what is not listed. */
export function pathStepName(network: NetworkId, hash: string): string {
  const lower = hash.toLowerCase();
  const fiat = Object.entries(FIAT_HASHES).find(([, known]) => known === lower);
  if (fiat !== undefined) return fiat[0];
  const native = nativeCurrencyOf(network);
  const listed = CURRENCIES.find((row) => row.network === network && row.hash === lower);
  return listed?.symbol ?? (native?.hash === lower ? native.symbol : hash);
}

/**
 * The path that the conversion contract of the token's network takes to convert an invoice's currency, such as
 * `USD`, into that token: hashes and addresses in lower case, the invoice's first, the token last, in
 * as few steps as there are. Undefined without such a path, or where the specification has none.
 */
export function conversionPath(
  invoiceCurrency: string,
  currency: Currency,
  options: PathOptions,
): readonly string[] | undefined {
  const from = Object.hasOwn(FIAT_HASHES, invoiceCurrency)
    ? FIAT_HASHES[invoiceCurrency]
    : undefined;
  if (from === undefined || !isConvertible(currency)) return undefined;
  return shortestPath(neighboursOf(currency.network, options), from, currency.hash);
}

/** The path that prices the coin of a network in US dollars, where the published contracts have a feed for it. */
export function coinPath(network: NetworkId): readonly string[] | undefined {
  const coin = nativeCurrencyOf(network)?.hash;
  const dollar = FIAT_HASHES['USD'];
  if (coin === undefined || dollar === undefined) return undefined;
  const known = neighboursOf(network, { sandbox: false }).get(dollar);
  return known?.includes(coin) === true ? [coin, dollar] : undefined;
}

/** The tokens of a network in which an invoice in this currency can be paid, in the catalog's order. */
export function conversionTokens(
  network: NetworkId,
  invoiceCurrency: string,
  options: PathOptions,
): readonly Currency[] {
  return CURRENCIES.filter(
    (currency) =>
      currency.network === network &&
      conversionPath(invoiceCurrency, currency, options) !== undefined,
  );
}

function isConvertible(currency: Currency): boolean {
  return currency.type === 'ERC20' && CONVERSION_SYMBOLS.includes(currency.symbol);
}

type Neighbours = ReadonlyMap<string, readonly string[]>;

const GRAPHS = new Map<string, Neighbours>();

/** The graph of a network, made once: every step in both directions. */
function neighboursOf(network: NetworkId, { sandbox }: PathOptions): Neighbours {
  const key = `${network} ${sandbox}`;
  const made = GRAPHS.get(key);
  if (made !== undefined) return made;
  const graph = new Map<string, string[]>();
  const add = (from: string, to: string) => graph.set(from, [...(graph.get(from) ?? []), to]);
  const published = Object.entries(PUBLISHED_STEPS[network] ?? {}).flatMap(([from, all]) =>
    all.map((to) => [from, to] as const),
  );
  const added = sandbox ? sandboxSteps(network).filter((step) => step.sandboxOnly) : [];
  const dollar = FIAT_HASHES['USD'] ?? '';
  for (const [from, to] of [...published, ...added.map(({ hash }) => [dollar, hash] as const)]) {
    add(from, to);
    add(to, from);
  }
  GRAPHS.set(key, graph);
  return graph;
}

/** Breadth first; of paths of the same length the one over neighbours that are named earlier. */
function shortestPath(graph: Neighbours, from: string, to: string): readonly string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [from];
  for (const at of queue) {
    if (at === to) break;
    for (const next of graph.get(at) ?? []) {
      if (next === from || cameFrom.has(next)) continue;
      cameFrom.set(next, at);
      queue.push(next);
    }
  }
  const path = [to];
  for (let at = cameFrom.get(to); at !== undefined; at = cameFrom.get(at)) path.unshift(at);
  return path[0] === from ? path : undefined;
}
