import { list, member } from '../engine/members.ts';
import { isSeen } from './finality.ts';
import { messages } from './messages/en/all.ts';
import type { At, Notice, PageState, StateName } from './page-state.ts';
import { loadedSafe } from './safe-part.ts';
import { isWhole } from './screens/done.tsx';
import { isPart } from './steps.ts';

const TITLES: Partial<Record<StateName, string>> = messages.titles;

/**
 * What the title of the document says of a state, so that a tab in the background says it too; nothing of one in which only the link
 * is known. With what the screens say of it that are loaded later.
 */
export function stateTitle(state: PageState, loaded: string | undefined): string | undefined {
  const { titles } = messages;
  switch (state.at) {
    case 'empty':
    case 'limited':
      return messages[state.at].title;
    case 'unsupported':
      return hasOwnLinks(state) ? undefined : messages.unsupported.title;
    case 'unreachable':
      return state.check === undefined ? titles.unreachable : messages.checks[state.check].title;
    case 'proposed':
      return loadedSafe()?.titleOf(state) ?? titles.proposed;
    case 'asking':
      return messages.checks.running.title;
    case 'preparing':
      return messages.preparing;
    case 'connect':
    case 'review':
      return seenTitle(state.notice) ?? loaded;
    case 'framed':
    case 'stale':
    case 'unpayable':
      return loaded;
    case 'approving':
      return isPart(state) ? loaded : titles.approving;
    case 'crosschain':
      return state.failed ?? (state.follows ? titles.crosschain : titles.elsewhere);
    case 'confirming':
      return state.relay?.title ?? titles.confirming;
    case 'done':
      return isWhole(state.link) ? titles.done : messages.done.partly;
    default:
      return TITLES[state.at];
  }
}

/** A payment that was seen is said before all else. */
function seenTitle(notice: Notice | undefined): string | undefined {
  return isSeen(notice) ? messages.titles.confirming : undefined;
}

/** Whether the page offers the links of the payments of a bundle that no one network can pay. */
function hasOwnLinks({ body }: At<'unsupported'>): boolean {
  return list(body, 'children').some((child) => member(child, 'executable') === true);
}
