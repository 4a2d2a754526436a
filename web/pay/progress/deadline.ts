import { texts } from '../../engine/members.ts';
import type { Answer } from '../../engine/request.ts';
import type { Notice, PageState } from '../page-state.ts';

/** Until when a link can be paid, in milliseconds since 1970; undefined where the API does not say so. */
export function deadlineOf(first: Answer | undefined): number | undefined {
  if (first?.status !== 200) return undefined;
  const at = Date.parse(texts(first.body, ['expiresAt']).expiresAt ?? '');
  return at > 0 ? at : undefined;
}

/**
 * Whether the payer has still to pay, and knows of nothing that may pay the link already.
 */
export function isAwaited(state: PageState): boolean {
  switch (state.at) {
    case 'connect':
    case 'preparing':
      return !isHeld(state.notice);
    case 'review':
      return !isHeld(state.notice) && state.sent === undefined;
    case 'connecting':
      return !('body' in state);
    case 'switching':
    case 'signing':
    case 'approving':
    case 'short':
    case 'no_gas':
      return state.sent === undefined;
    case 'asking':
    case 'not_allowed':
    case 'stale':
    case 'unpayable':
    case 'reverted':
      return true;
    case 'crosschain':
      return !state.follows;
    default:
      return false;
  }
}

/** That something may pay the link already, beside the free texts, which are about what a Safe was proposed. */
const HOLDS: ReadonlySet<Notice> = new Set(['seen', 'unseen', 'proposed']);

function isHeld(notice: Notice | undefined): boolean {
  if (notice === undefined) return false;
  return typeof notice === 'object' || HOLDS.has(notice) || notice.endsWith('.');
}
