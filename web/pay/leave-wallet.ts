import type { PageState } from './page-state.ts';
import { spentWith, toChoice } from './preparing.ts';
import { hasFeesLeft, isPart } from './steps.ts';

/** Back to the choice of a wallet; the same state where the wallet that was chosen has to end what it began. */
export function afterOtherWallet(state: PageState): PageState {
  switch (state.at) {
    case 'connecting':
    case 'asking':
    case 'not_allowed':
    case 'preparing':
    case 'stale':
    case 'unpayable':
    case 'short':
    case 'no_gas':
    case 'crosschain':
    case 'review':
      return hasFeesLeft(state) ? state : toChoice(state);
    case 'approving':
      // An approval moves nothing; a part of the payments does.
      return hasFeesLeft(state) || isPart(state)
        ? state
        : toChoice({ ...state, spent: spentWith(state, 'fees') });
    default:
      return state;
  }
}

/** Whether the payer chose another wallet, so that a reload offers the choice again. Where a part of the page did not load, a reload goes on. */
export function hasLeftWallet(before: PageState, after: PageState): boolean {
  if (after.at !== 'connect' || after.notice === 'unloaded') return false;
  return before.at === 'connecting' || ('payer' in before && before.payer !== undefined);
}
