import { type Answer, readRefusal } from '../api/answer.ts';
import { isSeen } from './finality.ts';
import { type Link, readLink } from './link.ts';
import { afterEnd, beforeIt, seenNow, whileConfirming } from './on-network.ts';
import { placeOf } from './opening.ts';
import type {
  At,
  Choice,
  Notice,
  Prepared,
  Readying,
  Remembered,
  Spent,
  Visit,
  VisitEvent,
} from './places.ts';
import { afterCalldata, choiceOf, endOf, openOf, spentWith } from './preparing.ts';
import { settledLink } from './settled.ts';
import {
  afterChange,
  afterGo,
  afterRefusal,
  afterSent,
  afterStep,
  dueOf,
  hasFeesLeft,
  NOT_ON_CHAIN,
} from './steps.ts';

/** The visit after an event. An event that does not apply where the payer is changes nothing. */
export function nextVisit(visit: Visit, event: VisitEvent): Visit {
  switch (event.type) {
    case 'viewed':
      return afterView(visit, event.answer);
    case 'remembered':
      return afterMemory(visit, event.memory);
    case 'wallets_found':
      return 'wallets' in visit ? { ...visit, wallets: event.wallets } : visit;
    case 'wallet_picked':
      return visit.at === 'connect'
        ? { at: 'connecting', ...choiceOf(visit), wallet: event.wallet }
        : visit;
    case 'connected':
      return afterConnect(visit, event.address, event.chainId);
    case 'resumed':
      return visit.at === 'connect' ? afterResume(visit, event) : visit;
    case 'shown':
      return afterShown(visit, event.answer);
    case 'prepared':
    case 'requoted':
    case 'changed':
      return afterPrepared(visit, event);
    case 'chain_changed':
      return afterChain(visit, event.chainId);
    case 'account_changed':
      return afterAccount(visit, event.address);
    case 'go':
      return afterGo(visit, event.atOnce === true);
    case 'wallet_refused':
      return afterRefusal(visit, event.refusal);
    case 'sent':
      return visit.at === 'signing' ? afterSent(visit, event.hash, event.now) : visit;
    case 'step_ended':
      return visit.at === 'approving' ? afterStep(visit, event) : visit;
    default:
      return afterPayment(visit, event);
  }
}

/** Whether a payment of this link may be on its way from this browser. */
export function isUnderWay(visit: Visit): boolean {
  return ['signing', 'approving', 'confirming'].includes(visit.at) || hasFeesLeft(visit);
}

function afterPayment(visit: Visit, event: VisitEvent): Visit {
  if (event.type === 'retry') return afterRetry(visit);
  if (event.type === 'refresh') return afterRefresh(visit);
  if (event.type === 'other_wallet') return afterOtherWallet(visit);
  if (event.type === 'spent') return afterSpent(visit, event.spent);
  if (event.type === 'fees_known')
    return visit.at === 'done' ? { ...visit, fees: event.fees } : visit;
  if (visit.at !== 'confirming') return visit;
  switch (event.type) {
    case 'payment_mined':
      return { ...visit, ...onChain(event), lost: false, vanished: false };
    case 'vanished':
      return { ...visit, ...NOT_ON_CHAIN, vanished: true };
    case 'payment_reverted':
      return {
        at: 'reverted',
        ...openOf(visit),
        spent: spentWith(visit, 'fees'),
        hash: event.hash,
        payer: visit.payer,
      };
    case 'replaced':
      return { ...visit, replaced: true, sent: { ...visit.sent, hash: event.hash } };
    case 'cancelled':
      return backTo(visit, 'cancelled');
    case 'lost':
      return { ...visit, lost: true };
    case 'start_over':
      return visit.lost ? backTo(visit, 'unmined') : visit;
    default:
      return visit;
  }
}

function onChain({ confirmations, block }: Extract<VisitEvent, { type: 'payment_mined' }>) {
  return { confirmations, block };
}

/** On the way to the review: what a link hides from others is asked for first. */
function ready(parts: Choice & Readying): Visit {
  const { link } = parts;
  return link !== undefined && isShown(link)
    ? { ...parts, at: 'preparing', link }
    : { ...parts, at: 'asking' };
}

/** Whether everybody who is paid is known. */
function isShown({ payments }: Link): boolean {
  return payments.every(({ payee, blocked }) => payee !== undefined || blocked !== undefined);
}

function readyingOf({ payer, signed, notice, approval }: Readying): Readying {
  return { payer, signed, approval, ...(notice !== undefined && { notice }) };
}

function afterView(visit: Visit, answer: Answer): Visit {
  switch (visit.at) {
    case 'done':
      return afterEnd(visit, answer);
    case 'empty':
    case 'mismatch':
      return visit;
    case 'unreachable':
    case 'limited':
      return afterOutage(visit, answer);
    default:
      break;
  }
  // The payment itself may have settled while its fees are still being signed.
  if (hasFeesLeft(visit)) return visit;
  if (answer.status === 409 || isPartlySettled(visit, answer)) return endOf(answer, visit);
  if (visit.at === 'confirming') return whileConfirming(visit, answer);
  if (visit.at === 'connect' && answer.status === 200)
    return afterLook({ ...visit, link: afresh(visit.link, answer) }, answer);
  if (visit.at === 'review' && answer.status === 200) {
    return afterLook(visit, answer);
  }
  // A routine question that fails is asked again; only a final answer moves the payer.
  return answer.status === 403 && !isUnderWay(visit) ? placeOf(answer, undefined, 0) : visit;
}

function afterLook(visit: At<'connect' | 'review'>, answer: Answer): Visit {
  const seen = seenNow(visit, answer);
  return seen.notice === visit.notice ? visit : { ...visit, ...seen };
}

/** A bundle ends also where some of its children can no longer be paid; the review has named them. */
function isPartlySettled(visit: Visit, { status, body }: Answer): boolean {
  return (
    visit.at === 'confirming' && status === 403 && readRefusal(body).status === 'partially_settled'
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

function afterOutage(visit: At<'unreachable' | 'limited'>, answer: Answer): Visit {
  const place = placeOf(answer, visit.kept, visit.tries);
  if (place.at === 'done') return endOf(answer, visit);
  if (place.at !== 'connect' || visit.kept?.payer === undefined) return place;
  const { link, wallets, payer, signed, approval } = visit.kept;
  const { spent } = place;
  return ready({ link: link ?? place.link, wallets, spent, payer, signed, approval });
}

/** Where a payment is followed that this browser has sent before, or from another tab. */
const FOLLOWING: ReadonlySet<Visit['at']> = new Set<Visit['at']>([
  'connect',
  'connecting',
  'asking',
  'preparing',
  'stale',
  'unpayable',
  'short',
  'no_gas',
  'review',
  'expired',
  'unreachable',
  'limited',
]);

function afterMemory(visit: Visit, memory: Remembered): Visit {
  const link = readLink(memory.view);
  if (typeof link === 'string') return visit;
  if (visit.at === 'done') {
    return {
      ...visit,
      link: visit.link ?? settledLink(link, visit.statuses),
      hash: visit.hash ?? memory.sent?.hash,
      redirect: visit.redirect ?? link.redirect,
      sentAt: visit.sentAt ?? memory.sent?.at,
    };
  }
  if (!FOLLOWING.has(visit.at) || hasFeesLeft(visit)) return visit;
  if (memory.sent === undefined) {
    return visit.at === 'connect' ? { ...visit, notice: 'left_open' } : visit;
  }
  return {
    at: 'confirming',
    ...('wallets' in visit ? choiceOf(visit) : { wallets: undefined }),
    link: ('link' in visit ? visit.link : undefined) ?? link,
    sent: memory.sent,
    payer: undefined,
    ...NOT_ON_CHAIN,
    ...beforeIt(visit),
    replaced: false,
    offline: visit.at === 'unreachable',
    lost: false,
  };
}

function afterConnect(visit: Visit, address: string, chainId: number): Visit {
  if (visit.at !== 'connecting') return visit;
  const payer = { wallet: visit.wallet, address, chainId };
  return ready({ ...choiceOf(visit), payer, signed: 0 });
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
  visit: At<'connect'>,
  { wallet, address, chainId, progress }: Extract<VisitEvent, { type: 'resumed' }>,
): Visit {
  if (!isSeen(visit.notice) && !RESUMABLE.has(visit.notice)) return visit;
  return ready({
    ...choiceOf(visit),
    payer: { wallet, address, chainId },
    signed: progress?.signed ?? 0,
    approval: progress?.approval,
    ...(progress?.part !== undefined && { part: progress.part }),
    ...(visit.notice !== undefined && { notice: visit.notice }),
  });
}

/** Whether the payer turned away from the wallet, so that a reload asks which one again. */
export function hasLeftWallet(before: Visit, after: Visit): boolean {
  if (after.at !== 'connect') return false;
  return before.at === 'connecting' || ('payer' in before && before.payer !== undefined);
}

/** What is still hidden from this wallet stays so: it may not pay. */
function afterShown(visit: Visit, answer: Answer): Visit {
  if (visit.at !== 'asking') return visit;
  const known = { ...choiceOf(visit), ...readyingOf(visit) };
  const link = answer.status === 200 ? readLink(answer.body) : undefined;
  if (typeof link === 'object' && isShown(link)) {
    return { ...known, at: 'preparing', link };
  }
  if (typeof link === 'object' || link === 'hidden') {
    return { ...choiceOf(visit), at: 'not_allowed', payer: visit.payer };
  }
  return answer.status === 409 ? endOf(answer, visit) : placeOf(answer, known, 0);
}

function afterPrepared(
  visit: Visit,
  event: Extract<VisitEvent, { type: 'prepared' | 'requoted' | 'changed' }>,
): Visit {
  if (event.type === 'prepared' && visit.at === 'preparing') return afterCalldata(visit, event);
  if (event.type === 'requoted' && visit.at === 'review') return afterRequote(visit, event);
  return event.type === 'changed' && visit.at === 'signing' ? afterChange(visit, event) : visit;
}

/** The newest rate; the payer stays where they are unless the payment cannot be made any more. */
function afterRequote(visit: At<'review'>, event: Prepared): Visit {
  const { payer, signed, notice } = visit;
  if (event.answer.status === 0 || event.answer.status >= 429) return visit;
  const next = afterCalldata(
    { at: 'preparing', ...openOf(visit), payer, signed, ...(notice !== undefined && { notice }) },
    { ...event, together: visit.together },
  );
  return next;
}

function afterChain(visit: Visit, chainId: number): Visit {
  switch (visit.at) {
    case 'switching':
      return { at: 'review', ...dueOf(visit), payer: { ...visit.payer, chainId } };
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
      return { ...visit, payer: { ...visit.payer, chainId } };
    default:
      return visit;
  }
}

function afterAccount(visit: Visit, address: string | undefined): Visit {
  switch (visit.at) {
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
      if (hasFeesLeft(visit)) return visit;
      if (address === undefined) return { at: 'connect', ...choiceOf(visit) };
      if (address === visit.payer.address) return visit;
      const payer = { ...visit.payer, address };
      return ready({ ...choiceOf(visit), payer, signed: 0 });
    }
    default:
      return visit;
  }
}

/** Back to a place from which the payment can be made again, with nothing of it under way. */
function backTo(visit: At<'confirming'>, notice: Notice): Visit {
  return visit.payer === undefined
    ? { at: 'connect', ...openOf(visit), notice }
    : { at: 'preparing', ...openOf(visit), payer: visit.payer, signed: 0, notice };
}

function afterRetry(visit: Visit): Visit {
  if (visit.at !== 'reverted') return visit;
  return visit.payer === undefined
    ? { at: 'connect', ...openOf(visit) }
    : { at: 'preparing', ...openOf(visit), payer: visit.payer, signed: 0 };
}

/** What this browser remembers of an earlier visit, where nothing is known of this one. */
function afterSpent(visit: Visit, spent: Spent): Visit {
  if (visit.at === 'unreachable' || visit.at === 'limited') {
    const { kept = { link: undefined, wallets: undefined, signed: 0 } } = visit;
    return { ...visit, kept: { spent, ...kept } };
  }
  return 'wallets' in visit && visit.spent === undefined ? { ...visit, spent } : visit;
}

function afterRefresh(visit: Visit): Visit {
  switch (visit.at) {
    case 'short':
    case 'no_gas':
    case 'stale':
    case 'unpayable':
      return { at: 'preparing', ...openOf(visit), payer: visit.payer, signed: visit.signed };
    default:
      return visit;
  }
}

function afterOtherWallet(visit: Visit): Visit {
  switch (visit.at) {
    case 'connecting':
    case 'asking':
    case 'not_allowed':
    case 'preparing':
    case 'stale':
    case 'unpayable':
    case 'short':
    case 'no_gas':
    case 'review':
      return hasFeesLeft(visit) ? visit : { at: 'connect', ...choiceOf(visit) };
    default:
      return visit;
  }
}
