import { headlineOf, type Link } from './link.ts';

/** The symbols that have an icon of their own in `asset-icons/`. */
const ICON_SYMBOLS: ReadonlySet<string> = new Set([
  ...['USDC', 'USDT', 'DAI', 'EURC', 'FAU', 'ETH', 'POL', 'BNB', 'TRX'],
]);

/** What the element of a page names for `asset-icons.css`, so that icons need no script. */
type IconNames = Readonly<Partial<Record<'data-network' | 'data-token', string | undefined>>>;

/** The icons of what stands on top of a page: its network, and its token where it is only one. */
export function iconsOf(link: Link | undefined): IconNames {
  if (link === undefined) return {};
  const [first, ...others] = headlineOf(link);
  const isInvoice = link.kind === 'single' && link.payments[0].conversion !== undefined;
  const token =
    first === undefined || others.length > 0 || isInvoice ? undefined : iconOf(first.asset.symbol);
  return { 'data-network': link.networkId, 'data-token': token };
}

/** Under which name a token’s icon is; that of its first letter where it has none of its own. */
export function iconOf(symbol: string): string | undefined {
  return ICON_SYMBOLS.has(symbol) ? symbol : /^[a-z]/i.exec(symbol)?.[0].toUpperCase();
}
