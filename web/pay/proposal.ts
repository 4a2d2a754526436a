import { list, member, texts } from '../engine/members.ts';
import type { Answer } from '../engine/request.ts';
import { countOf, isSeen, seenOf } from './finality.ts';
import type { Link } from './link.ts';
import { isOnItsWay, stateOf } from './opening.ts';
import type { At, PageState } from './page-state.ts';

/** A transaction of a Safe that pays a link, as the API describes it while its owners sign. */
export interface Proposal {
  /** Until when it keeps others from paying, in milliseconds since 1970. */
  readonly until: number | undefined;
  /** Whether it was executed and waits for confirmations only. */
  readonly isExecuted: boolean;
}

/** The proposal that an answer names. */
export function proposalOf(body: unknown): Proposal {
  const seconds = list(body, 'requestStatuses')
    .map((status) => countOf(status, 'safePaymentDeadline'))
    .find((one) => one !== undefined);
  return {
    until: seconds === undefined ? undefined : seconds * 1_000,
    isExecuted: isOnItsWay(body),
  };
}

/** Whether the API holds the link for a proposal; it also does while it forwards a signed transaction. */
export function isProposal({ status, body }: Answer): boolean {
  return status === 423 && list(body, 'requestStatuses').some((one) => member(one, 'safeTxHash'));
}

/** Whether a proposal is known that may still be executed and holds nobody back. */
export function isProposed(view: unknown): boolean {
  return list(view, 'paymentIntents').some((intent) => {
    const { safeTxHash, status = '' } = texts(intent, ['safeTxHash', 'status']);
    return safeTxHash !== undefined && ['recorded', 'proposal_expired'].includes(status);
  });
}

/** Waiting for the owners, from wherever nothing is being signed here. */
export function openProposal(
  from: object & { readonly link?: Link | undefined },
  { body }: Answer,
): At<'proposed'> {
  return { at: 'proposed', link: from.link, body };
}

/** A link that was held for a proposal: still, or to be paid again, or over. */
export function afterProposal(state: At<'proposed'>, answer: Answer): PageState {
  const { status, body } = answer;
  if (status === 423) return { ...state, body };
  // A poll that fails is repeated.
  if (status !== 200 && status !== 403) return state;
  const next = stateOf(answer, undefined, 0);
  if (next.at !== 'connect') return next;
  return { ...next, notice: isSeen(next.notice) ? (seenOf(body) ?? 'seen') : 'proposal_over' };
}
