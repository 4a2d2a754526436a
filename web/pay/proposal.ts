import { list, member, texts } from '../engine/members.ts';
import type { Answer } from '../engine/request.ts';
import { isSeen, seenOf } from './finality.ts';
import type { Link } from './link.ts';
import { stateOf } from './opening.ts';
import type { At, NoticeText, PageState } from './page-state.ts';

/** Whether the API holds the link for a proposal; it also does while it forwards a signed transaction. */
export function isProposal({ status, body }: Answer): boolean {
  return status === 423 && list(body, 'requestStatuses').some((one) => member(one, 'safeTxHash'));
}

/** Whether a proposal is known that may still be executed and holds nobody back. */
export function isProposed(view: unknown): boolean {
  return list(view, 'paymentIntents').some((intent) => {
    const { safeTxHash, status = '' } = texts(intent, ['safeTxHash', 'status']);
    return (
      safeTxHash !== undefined && ['recorded', 'proposed', 'proposal_expired'].includes(status)
    );
  });
}

/** Waiting for the owners, from wherever nothing is being signed here. */
export function openProposal(
  from: object & { readonly link?: Link | undefined },
  { body }: Answer,
): At<'proposed'> {
  return { at: 'proposed', link: from.link, body };
}

/** A link that was held for a proposal: still, or maybe no more, of which the code that is loaded late judges. */
export function afterProposal(state: At<'proposed'>, { status, body }: Answer): PageState {
  if (status === 423) return { ...state, body };
  return status === 200 && state.own ? { ...state, body: undefined } : state;
}

/** Where the page goes from a proposal that is waited for no more; by an answer, unless the API knows nothing of it. */
export function endProposal(
  state: PageState,
  { notice, answer }: { readonly notice: NoticeText; readonly answer?: Answer },
): PageState {
  if (state.at !== 'proposed') return state;
  if (answer === undefined) {
    const isHeld = state.own === undefined || state.body !== undefined;
    return isHeld ? state : { at: 'connect', link: state.link, wallets: undefined, notice };
  }
  const next = stateOf(answer, undefined, 0);
  if (next.at !== 'connect') return next;
  return { ...next, notice: isSeen(next.notice) ? (seenOf(answer.body) ?? 'seen') : notice };
}
