import type { Link } from '../link.ts';
import type { PageState, StateName } from '../page-state.ts';
import { compareExpected, type Expected } from './expected.ts';
import { keptExpected } from './keep-expected.ts';

export { expectedMessages } from '../messages/en/expected.ts';

/** Lets a page state through as it is, or replaces it by one without any button. */
export type Guard = (state: PageState) => PageState;

/** In which something was sent already, or nothing can be signed any more. */
const OVER: ReadonlySet<StateName> = new Set<StateName>([
  'approving',
  'closed',
  'confirming',
  'done',
  'empty',
  'expired',
  'mismatch',
  'proposed',
  'unknown',
]);

/** In which nothing was prepared to be signed, so that a payee may still be hidden. */
const BEFORE: ReadonlySet<StateName> = new Set<StateName>([
  'asking',
  'connect',
  'connecting',
  'framed',
  'not_allowed',
]);

/** Opens the guard of a link by what this tab was opened with. */
export function openGuard(token: string): Guard {
  return guardBy(keptExpected(token));
}

/** Guards by an expectation; where it cannot be read, nothing is signed. */
export function guardBy(expected: Expected | 'unreadable'): Guard {
  return (state) => {
    if (OVER.has(state.at)) return state;
    if (expected === 'unreadable') return refused(state, 'expectation');
    const link = 'link' in state ? state.link : undefined;
    if (link !== undefined)
      return isSound(compareExpected(expected, link), state) ? state : refused(state, 'expected');
    // What is shown of several networks is no link that could be compared, and yet may be paid.
    const isPaidUnseen = 'body' in state && (state.at !== 'crosschain' || !state.follows);
    return isPaidUnseen ? refused(state, 'expected') : state;
  };
}

/** A part that stays hidden beside others that are paid would leave all of them uncompared. */
function isSound(found: ReturnType<typeof compareExpected>, { at }: PageState): boolean {
  return found === 'same' || (found === 'hidden' && BEFORE.has(at));
}

/** Whether a link that is shown was compared with what this tab was opened with, and is the same. */
export function isAsExpected(token: string, link: Link): boolean {
  const expected = keptExpected(token);
  return expected !== 'unreadable' && compareExpected(expected, link) === 'same';
}

function refused(state: PageState, problem: 'expected' | 'expectation'): PageState {
  return { at: 'mismatch', link: 'link' in state ? state.link : undefined, problem };
}
