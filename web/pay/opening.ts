import { readRefusal } from '../api/read-view.ts';
import { list, member, texts } from '../engine/members.ts';
import type { Answer } from '../engine/request.ts';
import { backoffS, LIMITED_WAIT_S } from '../engine/wait.ts';
import { readLink, readRedirect } from './link.ts';
import type { At, Choice, Done, PageState } from './page-state.ts';

/** What was known before an answer. */
export type Kept = NonNullable<At<'unreachable' | 'limited'>['kept']>;

/** The first state of the page, from the API's first answer; the server and the browser agree on it. */
export function initialState(answer: Answer | undefined, kept?: Kept): PageState {
  return answer === undefined ? { at: 'empty' } : stateOf(answer, kept, 0);
}

const NOTHING_KNOWN: Done = {
  link: undefined,
  hash: undefined,
  redirect: undefined,
  sentAt: undefined,
};

/** The first page state after an answer about the link. */
export function stateOf(answer: Answer, kept: Kept | undefined, tries: number): PageState {
  const refusal = readRefusal(answer.body);
  switch (answer.status) {
    case 200:
      return shownState(answer.body, kept);
    case 400:
    case 404:
      return { at: 'unknown' };
    case 409:
      return doneOf(answer, NOTHING_KNOWN);
    case 403:
      return isExpired(refusal) ? { at: 'expired', since: refusal.expiresAt } : { at: 'closed' };
    case 423:
      return { at: 'proposed', body: answer.body };
    case 429:
      return { at: 'limited', waitS: answer.retryAfterS ?? LIMITED_WAIT_S, tries: tries + 1, kept };
    default:
      return { at: 'unreachable', waitS: backoffS(tries), tries: tries + 1, kept };
  }
}

function shownState(body: unknown, kept: Choice | undefined): PageState {
  const link = readLink(body);
  const choice = { wallets: kept?.wallets, spent: kept?.spent, part: kept?.part };
  if (link === 'hidden') return { at: 'connect', ...choice, link: undefined };
  if (link === 'unsupported') return { at: link, body };
  if (link === 'contradiction') return { at: 'mismatch', link: undefined, problem: 'link' };
  const isDue = link.payments.some(({ amountUnits }) => amountUnits > 0n);
  const waits = link.payments.some(({ blocked }) => blocked === 'request_processing');
  // The links of all that is left of a bundle may have been withdrawn.
  if (!isDue && !waits) return { at: 'closed' };
  if (isDue && member(body, 'canExecute') === false) return { at: 'unsupported', body };
  // Of a bundle only what is not on its way is due.
  const seen = !isDue || (link.kind !== 'multicall' && isOnItsWay(body));
  return { at: 'connect', ...choice, link, ...(seen && { notice: 'seen' }) };
}

/** Whether the API names a transaction that was seen for a payment and does not count yet. */
export function isOnItsWay(body: unknown): boolean {
  return list(body, 'requestStatuses').some(
    (status) => member(status, 'hasBeenPaid') !== true && hashOf(status),
  );
}

function hashOf(status: unknown): string | undefined {
  return texts(status, ['txHash']).txHash;
}

function isExpired(refusal: ReturnType<typeof readRefusal>): boolean {
  return /expired/.test(refusal.status ?? refusal.code ?? '');
}

/** The end, by the API's answer and what was known before. */
export function doneOf(answer: Answer, known: Done): At<'done'> {
  const body = readRefusal(answer.body);
  const statuses = list(answer.body, 'requestStatuses');
  return {
    ...known,
    at: 'done',
    hash: statuses.map(hashOf).find(Boolean) ?? known.hash,
    redirect: known.redirect ?? readRedirect(body.redirectUrl, body.redirectLabel),
    statuses,
    paidFees: member(answer.body, 'paidFees'),
    unpaidFees: member(answer.body, 'outstandingFees'),
  };
}
