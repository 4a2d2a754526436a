import type { Context } from '#context.ts';
import { listsFor } from '#modules/screening/index.ts';

/** Where wallets are looked up before they pay on a network. */
interface ListsOfNetwork {
  readonly network: string;
  /** The networks whose lists are read; none where there is none for its addresses. */
  readonly lists: readonly string[];
  /** Whether one of them is its own. */
  readonly hasOwn: boolean;
}

/** In which lists of sanctioned addresses wallets are looked up. */
export interface ScreeningStatus {
  readonly rule: 'available' | 'required';
  readonly networks: readonly ListsOfNetwork[];
}

/** What the setting comes to on each network that is connected; null where it is off. Reads nothing. */
export function screeningStatus({
  settings,
  chains,
}: Pick<Context, 'settings' | 'chains'>): ScreeningStatus | null {
  const { sanctionsOracle: rule } = settings;
  if (rule === 'off') return null;
  const networks = chains.all.map(({ network }) => {
    const { lists } = listsFor([network], rule);
    return { network: network.id, lists, hasOwn: lists.includes(network.id) };
  });
  return { rule, networks };
}
