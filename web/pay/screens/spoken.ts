import { billedMessages } from '../messages/en/billed.ts';
import type { PageState } from '../page-state.ts';
import { approvingTitle } from './approving.tsx';
import { unpayableTitle } from './unpayable.tsx';

/** What a screen reader announces where the screens are loaded with calldata; nothing for the others. */
export function spokenBilled(state: PageState): string {
  switch (state.at) {
    case 'approving':
      return approvingTitle(state);
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
