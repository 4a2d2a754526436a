import { readRefusal } from '../api/read-view.ts';
import type { Answer } from '../engine/request.ts';
import { isSeen, seenOf } from './finality.ts';
import { doneOf, isOnItsWay, stateOf } from './opening.ts';
import type { At, Notice, PageState } from './page-state.ts';
import { isProposed } from './proposal.ts';
import { settledLink } from './settled.ts';
import { NOT_ON_CHAIN } from './steps.ts';

/** A payment that is followed, with what the API has seen of it. */
export function whileConfirming(state: At<'confirming'>, { status, body }: Answer): PageState {
  const offline = status === 0 || status >= 500;
  if (status !== 200) return { ...state, offline };
  const seen = seenOf(body);
  const isGone = state.seen !== undefined && !isOnItsWay(body);
  return isGone
    ? { ...state, ...NOT_ON_CHAIN, offline, vanished: true }
    : { ...state, offline, seen };
}

/** Who waits with an open page is notified of a payment from elsewhere: how it gets on, and when it is gone. */
export function seenNow(
  { link, notice }: At<'connect' | 'review'>,
  { status, body }: Answer,
): { readonly notice?: Notice } {
  const kept = notice === undefined ? {} : { notice };
  // Children with a pending payment are not due, so no warning is needed while the rest is.
  const isDue = link?.payments.some(({ amountUnits }) => amountUnits > 0n) === true;
  const warns = link !== undefined && !(link.kind === 'multicall' && isDue);
  if (status !== 200 || !warns) return kept;
  if (!isOnItsWay(body)) {
    if (isSeen(notice)) return { notice: 'unseen' };
    return notice === undefined && isProposed(body) ? { notice: 'proposed' } : kept;
  }
  const isOther = notice !== undefined && !isSeen(notice);
  return isOther && notice !== 'unseen' && notice !== 'taken_back'
    ? kept
    : { notice: seenNotice(body, notice) };
}

/** The warning of a payment that is on the network, with its progress where that is known. */
function seenNotice(body: unknown, before: Notice | undefined): Notice {
  const seen = seenOf(body);
  const again = isOfTakenBack(before);
  return seen === undefined ? 'seen' : { ...seen, ...(again && { again }) };
}

/** The current receipt; or the link again, where a reorg removed the payment. */
export function afterEnd(state: At<'done'>, answer: Answer): PageState {
  const { status, body } = answer;
  if (status === 409 || readRefusal(body).status === 'partially_settled') {
    const done = doneOf(answer, state);
    return done.link === undefined
      ? done
      : { ...done, link: settledLink(done.link, done.statuses) };
  }
  if (status !== 200 && status !== 403) return state;
  const next = stateOf(answer, undefined, 0);
  if (next.at === 'expired') return { ...next, takenBack: true };
  if (next.at !== 'connect') return state;
  const notice = isOnItsWay(body) ? seenNotice(body, 'taken_back') : 'taken_back';
  return { ...next, notice };
}

/** What was known of a payment at the place from which it is followed. */
export function beforeIt(state: PageState): Pick<At<'confirming'>, 'seen' | 'vanished'> {
  const notice = 'notice' in state ? state.notice : undefined;
  const seen = typeof notice === 'object' ? notice : undefined;
  return { seen, vanished: seen === undefined && isTakenBack(state) };
}

/** Whether the link had been paid, until the network took that back. */
export function isTakenBack(state: PageState): boolean {
  if (state.at === 'expired') return state.takenBack === true;
  return 'notice' in state && isOfTakenBack(state.notice);
}

function isOfTakenBack(notice: Notice | undefined): boolean {
  return notice === 'taken_back' || (typeof notice === 'object' && notice.again === true);
}
