import { headlineOf, type Link } from './link.ts';

/** The symbols that have a mark of their own in `marks.svg`. */
const MARKED_SYMBOLS: ReadonlySet<string> = new Set([
  ...['USDC', 'USDT', 'DAI', 'EURC', 'FAU', 'ETH', 'POL', 'BNB', 'TRX'],
]);

/** What the element of a page names for `marks.css`, so that marks need no script. */
type MarkNames = Readonly<Partial<Record<'data-network' | 'data-token', string | undefined>>>;

/** The marks of what stands on top of a page: its network, and its token where it is only one. */
export function marksOf(link: Link | undefined): MarkNames {
  if (link === undefined) return {};
  const [first, ...others] = headlineOf(link);
  const isInvoice = link.kind === 'single' && link.payments[0].conversion !== undefined;
  const token =
    first === undefined || others.length > 0 || isInvoice ? undefined : markOf(first.asset.symbol);
  return { 'data-network': link.networkId, 'data-token': token };
}

/** Under which name a token’s mark is; that of its first letter where it has none of its own. */
export function markOf(symbol: string): string | undefined {
  return MARKED_SYMBOLS.has(symbol) ? symbol : /^[a-z]/i.exec(symbol)?.[0].toUpperCase();
}
