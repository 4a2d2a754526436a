import type { Link } from './link.ts';
import type { PageState } from './page-state.ts';

/**
 * Whether interfaces of Safe may frame the page: where it shows all of a payment that a Safe can make, and while
 * owners sign one, when there is nothing to press. Never where something is hidden, unknown or over.
 */
export function canBeFramed(state: PageState): boolean {
  if (state.at === 'proposed') return true;
  return state.at === 'connect' && state.link !== undefined && isForSafes(state.link);
}

/** Whether a Safe could pay a link, and all of its payees are shown. */
export function isForSafes({ networkId, payments }: Link): boolean {
  return networkId !== 'tron' && payments.every(({ payee }) => payee !== undefined);
}
