import { list, member } from '../engine/members.ts';
import { messages } from './messages/en/all.ts';
import type { At, PageState, StateName } from './page-state.ts';
import { loadedSafe } from './safe-part.ts';
import { isWhole } from './screens/done.tsx';
import { isPart } from './steps.ts';

const TITLES: Partial<Record<StateName, string>> = messages.titles;

/**
 * What the title of the document says of a state, so that a tab in the background says it too; nothing of one in which only the link
 * is known. With what is spoken of states that come with a bill.
 */
export function stateTitle(state: PageState, spokenBilled: string): string | undefined {
  const { titles } = messages;
  switch (state.at) {
    case 'empty':
      return messages.empty.title;
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
    case 'stale':
    case 'unpayable':
      return spokenBilled;
    case 'approving':
      return isPart(state) ? spokenBilled : titles.approving;
    case 'crosschain':
      return state.follows ? titles.crosschain : titles.elsewhere;
    case 'confirming':
      return state.relay?.title ?? titles.confirming;
    case 'done':
      return isWhole(state.link) ? titles.done : messages.done.partly;
    default:
      return TITLES[state.at];
  }
}

/** Whether the page offers the links of the payments of a bundle that no one network can pay. */
function hasOwnLinks({ body }: At<'unsupported'>): boolean {
  return list(body, 'children').some((child) => member(child, 'executable') === true);
}
