import { readRefusal } from '../api/read-view.ts';
import { member } from '../engine/members.ts';
import type { Answer } from '../engine/request.ts';
import type { Account, Wallet } from '../wallet/provider.ts';
import { afterCrosschain, afterMemory, afterRemembering } from './after-memory.ts';
import { isSeen } from './finality.ts';
import { showsWholeBill } from './first-approval.ts';
import { afterOtherWallet } from './leave-wallet.ts';
import { type Link, readLink } from './link.ts';
import { afterEnd, seenNow, whileConfirming } from './on-network.ts';
import { stateOf } from './opening.ts';
import type { At, Choice, Notice, PageEvent, PageState, Prepared, Readying } from './page-state.ts';
import type { Opening } from './plan.ts';
import { afterCalldata, choiceOf, endOf, spentWith, toChoice, undecided } from './preparing.ts';
import { afterProposal, endProposal, isProposal, openProposal } from './proposal.ts';
import {
  afterAnnounced,
  afterChange,
  afterGo,
  afterRefusal,
  afterSent,
  afterStep,
  dueOf,
  hasFeesLeft,
  NOT_ON_CHAIN,
} from './steps.ts';

/** The page state after an event. An event that does not apply where the payer is changes nothing. */
export function nextState(state: PageState, event: PageEvent): PageState {
  switch (event.type) {
    case 'viewed':
      return afterView(state, event.answer);
    case 'remembered':
      return afterMemory(state, event.memory);
    case 'wallets_found':
      return 'wallets' in state || state.at === 'unsupported'
        ? { ...state, wallets: event.wallets }
        : state;
    case 'framed':
      return state.at === 'connect'
        ? { at: 'framed', link: state.link, problem: event.problem }
        : state;
    case 'wallet_picked':
      return afterPick(state, event.wallet);
    case 'connected':
      return afterConnect(state, event);
    case 'resumed':
      return state.at === 'connect' ? afterResume(state, event) : state;
    case 'shown':
      return afterShown(state, event.answer);
    case 'prepared':
    case 'requoted':
    case 'changed':
      return afterPrepared(state, event);
    case 'chain_changed':
      return afterChain(state, event.chainId);
    case 'account_changed':
      return afterAccount(state, event);
    case 'go':
      return afterGo(state, event.atOnce === true);
    case 'announced_shown':
      return afterAnnounced(state);
    case 'wallet_refused':
      return afterRefusal(state, event.refusal);
    case 'warned':
      return state.at === 'connect' ||
        state.at === 'preparing' ||
        state.at === 'review' ||
        state.at === 'expired' ||
        state.at === 'closed'
        ? { ...state, notice: event.notice }
        : state;
    case 'sent':
      return state.at === 'signing' ? afterSent(state, event) : state;
    case 'proposal_ended':
      return endProposal(state, event);
    case 'step_ended':
      return state.at === 'approving' ? afterStep(state, event) : state;
    default:
      return afterPayment(state, event);
  }
}

/** Whether a payment of this link may be on its way from this browser. */
export function isUnderWay(state: PageState): boolean {
  return (
    ['signing', 'approving', 'confirming', 'crosschain'].includes(state.at) || hasFeesLeft(state)
  );
}

function afterPayment(state: PageState, event: PageEvent): PageState {
  if (event.type === 'retry') return afterRetry(state);
  if (event.type === 'refresh') return afterRefresh(state);
  if (event.type === 'crosschain') return afterCrosschain(state, event);
  if (event.type === 'other_wallet') return afterOtherWallet(state);
  if (event.type === 'spent') return afterRemembering(state, { spent: event.spent });
  if (event.type === 'part_remembered') return afterRemembering(state, { part: event.part });
  if (event.type === 'fees_known')
    return state.at === 'done' ? { ...state, fees: event.fees } : state;
  if (state.at !== 'confirming') return state;
  switch (event.type) {
    case 'payment_mined':
      return { ...state, ...onChain(event), lost: false, vanished: false };
    case 'vanished':
      return { ...state, ...NOT_ON_CHAIN, vanished: true };
    case 'payment_reverted':
      return {
        at: 'reverted',
        ...choiceOf(state),
        spent: spentWith(state, 'fees'),
        hash: event.hash,
        payer: state.payer,
      };
    case 'replaced':
      return { ...state, replaced: true, sent: { ...state.sent, hash: event.hash } };
    case 'cancelled':
      return backTo(state, 'cancelled');
    case 'relayed':
      return { ...state, relay: event.relay };
    case 'lost':
      return { ...state, lost: true };
    case 'start_over':
      return state.lost ? backTo(state, 'unmined') : state;
    default:
      return state;
  }
}

function onChain({ confirmations, block }: Extract<PageEvent, { type: 'payment_mined' }>) {
  return { confirmations, block };
}

/** On the way to the review: what a link hides from others is read first. */
function ready(parts: Choice & Readying): PageState {
  const { link } = parts;
  return link !== undefined && isShown(link)
    ? { ...parts, at: 'preparing', link }
    : { ...parts, at: 'asking' };
}

/** Whether all payees are known. */
function isShown({ payments }: Link): boolean {
  return payments.every(({ payee, blocked }) => payee !== undefined || blocked !== undefined);
}

function readyingOf({ payer, signed, notice, approval, tries }: Readying): Readying {
  return { payer, signed, approval, tries, ...(notice !== undefined && { notice }) };
}

function afterView(state: PageState, answer: Answer): PageState {
  switch (state.at) {
    case 'done':
      return afterEnd(state, answer);
    case 'empty':
    case 'mismatch':
      return state;
    case 'unreachable':
    case 'limited':
      return afterOutage(state, answer);
    case 'proposed':
      return answer.status === 409 ? endOf(answer, state) : afterProposal(state, answer);
    default:
      return afterPoll(state, answer);
  }
}

function afterPoll(
  state: Exclude<
    PageState,
    At<'done' | 'empty' | 'mismatch' | 'unreachable' | 'limited' | 'proposed'>
  >,
  answer: Answer,
): PageState {
  // The payment itself may have settled while its fees are still being signed.
  if (hasFeesLeft(state)) return state;
  if (answer.status === 409 || isPartlySettled(state, answer)) return endOf(answer, state);
  if (state.at === 'confirming') return whileConfirming(state, answer);
  if (state.at === 'connect' && answer.status === 200)
    return withNotice({ ...state, link: afresh(state.link, answer) }, answer);
  if (state.at === 'review' && answer.status === 200) {
    return withNotice(state, answer);
  }
  if (state.at === 'unsupported' && answer.status === 200) return { ...state, body: answer.body };
  if (isProposal(answer) && !isUnderWay(state)) return openProposal(state, answer);
  // A poll that fails is repeated; only a final answer changes the page state.
  // What is said of a link that has ended stays true of it.
  const stays = isUnderWay(state) || state.at === 'expired' || state.at === 'closed';
  return answer.status === 403 && !stays ? stateOf(answer, undefined, 0) : state;
}

function withNotice(state: At<'connect' | 'review'>, answer: Answer): PageState {
  const seen = seenNow(state, answer);
  return seen.notice === state.notice ? state : { ...state, ...seen };
}

/** A bundle ends also where some of its children can no longer be paid; the review has named them. */
function isPartlySettled(state: PageState, { status, body }: Answer): boolean {
  return (
    state.at === 'confirming' && status === 403 && readRefusal(body).status === 'partially_settled'
  );
}

/** A link whose rate or parts may have moved, as it is shown now; others stay the same. */
function afresh(link: Choice['link'], answer: Answer): Choice['link'] {
  const moves =
    link?.kind === 'multicall' ||
    link?.payments.some(({ conversion }) => conversion !== undefined) === true;
  if (!moves) return link;
  const fresh = readLink(answer.body);
  return typeof fresh === 'string' ? link : fresh;
}

function afterOutage(state: At<'unreachable' | 'limited'>, answer: Answer): PageState {
  const next = stateOf(answer, state.kept, state.tries);
  if (next.at === 'done') return endOf(answer, state);
  if (next.at === 'proposed') return { ...next, link: state.kept?.link };
  if (next.at !== 'connect' || state.kept?.payer === undefined) return next;
  const { link, wallets, payer, signed, approval } = state.kept;
  const { spent, part } = next;
  const tries = state.check === 'running' ? 0 : state.tries;
  return ready({ link: link ?? next.link, wallets, spent, part, payer, signed, approval, tries });
}

function afterPick(state: PageState, wallet: Wallet): PageState {
  if (state.at === 'unsupported') {
    const { body, wallets } = state;
    return { at: 'connecting', body, wallets, wallet };
  }
  if (state.at !== 'connect') return state;
  return { at: 'connecting', ...choiceOf(state), wallet, mayOpen: showsWholeBill(state) };
}

function afterConnect(
  state: PageState,
  { address, chainId, accounts, mayOpen }: Account & Opening,
): PageState {
  if (state.at !== 'connecting') return state;
  const payer = { wallet: state.wallet, address, chainId, accounts };
  if ('body' in state) return { at: 'crosschain', body: state.body, payer, follows: false };
  return ready({
    ...choiceOf(state),
    payer,
    signed: 0,
    ...(mayOpen && state.mayOpen && { mayOpen }),
  });
}

/** What may be said at the choice while the payer did not turn away from the wallet. */
const RESUMABLE: ReadonlySet<Notice | undefined> = new Set<Notice | undefined>([
  undefined,
  'left_open',
  'unseen',
  'taken_back',
  'cancelled',
  'unmined',
]);

function afterResume(
  state: At<'connect'>,
  { wallet, address, chainId, accounts, progress }: Extract<PageEvent, { type: 'resumed' }>,
): PageState {
  const { notice } = state;
  const isSaid = isSeen(notice) || RESUMABLE.has(notice) || /(\.| left_open)$/.test(notice ?? '');
  if (!isSaid) return state;
  return ready({
    ...choiceOf(state),
    payer: { wallet, address, chainId, accounts },
    signed: progress?.signed ?? 0,
    approval: progress?.approval,
    ...(progress?.part !== undefined && { part: progress.part }),
    ...(state.notice !== undefined && { notice: state.notice }),
  });
}

/** What is still hidden from this wallet stays so: it may not pay. */
function afterShown(state: PageState, answer: Answer): PageState {
  if (state.at !== 'asking') return state;
  const known = { ...choiceOf(state), ...readyingOf(state) };
  const link = answer.status === 200 ? readLink(answer.body) : undefined;
  if (typeof link === 'object' && isShown(link)) {
    return { ...known, at: 'preparing', link };
  }
  if (typeof link === 'object' || link === 'hidden') {
    const reason = member(member(answer.body, 'accessDecision'), 'reasonCode');
    const refused: PageState = { ...choiceOf(state), at: 'not_allowed', payer: state.payer };
    return undecided(reason, known, state) ?? refused;
  }
  return answer.status === 409 ? endOf(answer, state) : stateOf(answer, known, state.tries ?? 0);
}

function afterPrepared(
  state: PageState,
  event: Extract<PageEvent, { type: 'prepared' | 'requoted' | 'changed' }>,
): PageState {
  if (event.type === 'prepared' && state.at === 'preparing') return afterCalldata(state, event);
  if (event.type === 'requoted' && state.at === 'review') return afterRequote(state, event);
  return event.type === 'changed' && state.at === 'signing' ? afterChange(state, event) : state;
}

/** The newest rate; the payer stays where they are unless the payment cannot be made any more. */
function afterRequote(state: At<'review'>, event: Prepared): PageState {
  const { payer, signed, notice } = state;
  if (event.answer.status === 0 || event.answer.status >= 429) return state;
  const next = afterCalldata(
    { at: 'preparing', ...choiceOf(state), payer, signed, ...(notice !== undefined && { notice }) },
    { ...event, together: state.together },
  );
  return next;
}

function afterChain(state: PageState, chainId: number): PageState {
  switch (state.at) {
    case 'switching':
      return { at: 'review', ...dueOf(state), payer: { ...state.payer, chainId } };
    case 'short':
    case 'no_gas':
    case 'review':
    case 'signing':
    case 'approving':
    case 'asking':
    case 'not_allowed':
    case 'stale':
    case 'unpayable':
    case 'preparing':
    case 'crosschain':
      return state.payer === undefined ? state : { ...state, payer: { ...state.payer, chainId } };
    default:
      return state;
  }
}

function afterAccount(
  state: PageState,
  { address, accounts }: Extract<PageEvent, { type: 'account_changed' }>,
): PageState {
  switch (state.at) {
    case 'short':
    case 'no_gas':
    case 'review':
    case 'switching':
    case 'asking':
    case 'not_allowed':
    case 'stale':
    case 'unpayable':
    case 'preparing': {
      // Its fees are signed by the account that paid.
      if (hasFeesLeft(state)) return state;
      if (address === undefined) return { at: 'connect', ...choiceOf(state) };
      if (address === state.payer.address) return state;
      const payer = { ...state.payer, address, ...(accounts !== undefined && { accounts }) };
      return ready({ ...choiceOf(state), payer, signed: 0 });
    }
    default:
      return state;
  }
}

/** Back to a place from which the payment can be made again, with nothing of it under way. */
function backTo(state: At<'confirming'>, notice: Notice): PageState {
  return state.payer === undefined
    ? { at: 'connect', ...choiceOf(state), notice }
    : { at: 'preparing', ...choiceOf(state), payer: state.payer, signed: 0, notice };
}

function afterRetry(state: PageState): PageState {
  if (state.at !== 'reverted' && state.at !== 'crosschain') return state;
  if ('body' in state) return toChoice(state);
  const said = 'notice' in state && { notice: state.notice };
  return state.payer === undefined
    ? { at: 'connect', ...choiceOf(state), ...said }
    : { at: 'preparing', ...choiceOf(state), payer: state.payer, signed: 0, ...said };
}

function afterRefresh(state: PageState): PageState {
  switch (state.at) {
    case 'short':
    case 'no_gas':
    case 'review':
    case 'stale':
    case 'unpayable':
      return { at: 'preparing', ...choiceOf(state), payer: state.payer, signed: state.signed };
    case 'crosschain':
      return afterRetry(state);
    default:
      return state;
  }
}
