import { billedMessages } from '../messages/en/billed.ts';
import type { PageState } from '../page-state.ts';
import { approvingTitle } from './approving.tsx';
import { unpayableTitle } from './unpayable.tsx';

/** What is true of a state whose screen is loaded with calldata, for a screen reader and the title of the document; nothing for the others. */
export function spokenBilled(state: PageState): string {
  switch (state.at) {
    case 'approving':
      return approvingTitle(state);
    case 'review':
      return billedMessages.review.title;
    case 'reverted':
      return billedMessages.reverted.title;
    case 'stale':
      return billedMessages.stale.title;
    case 'unpayable':
      return unpayableTitle(state);
    default:
      return '';
  }
}
