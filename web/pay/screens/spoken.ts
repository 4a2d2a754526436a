import type { Visit } from '../places.ts';
import { billedWords } from '../words/en-billed.ts';
import { approvingTitle } from './approving.tsx';
import { unpayableTitle } from './unpayable.tsx';

/** What a screen reader hears where the screens are loaded with calldata; nothing for the others. */
export function spokenBilled(visit: Visit): string {
  switch (visit.at) {
    case 'approving':
      return approvingTitle(visit);
    case 'reverted':
      return billedWords.reverted.title;
    case 'stale':
      return billedWords.stale.title;
    case 'unpayable':
      return unpayableTitle(visit);
    default:
      return '';
  }
}
