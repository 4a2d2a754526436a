import { type Answer, readRefusal } from '../api/answer.ts';
import { isSeen, seenOf } from './finality.ts';
import { doneOf, isOnItsWay, placeOf } from './opening.ts';
import type { At, Notice, Visit } from './places.ts';
import { settledLink } from './settled.ts';
import { NOT_ON_CHAIN } from './steps.ts';

/** A payment that is followed, with what the API has seen of it. */
export function whileConfirming(visit: At<'confirming'>, { status, body }: Answer): Visit {
  const offline = status === 0 || status >= 500;
  if (status !== 200) return { ...visit, offline };
  const seen = seenOf(body);
  const isGone = visit.seen !== undefined && !isOnItsWay(body);
  return isGone
    ? { ...visit, ...NOT_ON_CHAIN, offline, vanished: true }
    : { ...visit, offline, seen };
}

/** Who waits with an open page is told of a payment from elsewhere: how it gets on, and when it is gone. */
export function seenNow(
  { link, notice }: At<'connect' | 'review'>,
  { status, body }: Answer,
): { readonly notice?: Notice } {
  const kept = notice === undefined ? {} : { notice };
  // What is on its way of a bundle is not due in it, so that nobody needs a warning while the rest is.
  const isDue = link?.payments.some(({ amountUnits }) => amountUnits > 0n) === true;
  const warns = link !== undefined && !(link.kind === 'multicall' && isDue);
  if (status !== 200 || !warns) return kept;
  if (!isOnItsWay(body)) return isSeen(notice) ? { notice: 'unseen' } : kept;
  const isOther = notice !== undefined && !isSeen(notice);
  return isOther && notice !== 'unseen' && notice !== 'taken_back'
    ? kept
    : { notice: seenNotice(body, notice) };
}

/** The warning of a payment that is on the network, with how far it got where that is told. */
function seenNotice(body: unknown, before: Notice | undefined): Notice {
  const seen = seenOf(body);
  const again = isOfTakenBack(before);
  return seen === undefined ? 'seen' : { ...seen, ...(again && { again }) };
}

/** The receipt as it is told now; or the link again, where the network has taken the payment back. */
export function afterEnd(visit: At<'done'>, answer: Answer): Visit {
  const { status, body } = answer;
  if (status === 409 || readRefusal(body).status === 'partially_settled') {
    const done = doneOf(answer, visit);
    return done.link === undefined
      ? done
      : { ...done, link: settledLink(done.link, done.statuses) };
  }
  if (status !== 200 && status !== 403) return visit;
  const place = placeOf(answer, undefined, 0);
  if (place.at === 'expired') return { ...place, takenBack: true };
  if (place.at !== 'connect') return visit;
  const notice = isOnItsWay(body) ? seenNotice(body, 'taken_back') : 'taken_back';
  return { ...place, notice };
}

/** What was known of a payment at the place from which it is followed. */
export function beforeIt(visit: Visit): Pick<At<'confirming'>, 'seen' | 'vanished'> {
  const notice = 'notice' in visit ? visit.notice : undefined;
  const seen = typeof notice === 'object' ? notice : undefined;
  return { seen, vanished: seen === undefined && isTakenBack(visit) };
}

/** Whether the link had been paid, until the network took that back. */
export function isTakenBack(visit: Visit): boolean {
  if (visit.at === 'expired') return visit.takenBack === true;
  return 'notice' in visit && isOfTakenBack(visit.notice);
}

function isOfTakenBack(notice: Notice | undefined): boolean {
  return notice === 'taken_back' || (typeof notice === 'object' && notice.again === true);
}
