import { readRefusal } from '../api/read-view.ts';
import type { Answer } from '../engine/request.ts';
import { seenOf } from './finality.ts';
import { isDecided } from './first-approval.ts';
import { type Link, readLink } from './link.ts';
import { doneOf, isOnItsWay, type Kept, stateOf } from './opening.ts';
import type {
  At,
  Choice,
  Done,
  Due,
  Open,
  PageState,
  Prepared,
  Readying,
  SentPart,
  Spent,
  Together,
} from './page-state.ts';
import type { Plan, Step } from './plan.ts';
import { isProposal, openProposal } from './proposal.ts';
import { readObstacle } from './refused-payees.ts';
import { settledLink } from './settled.ts';

/** What a place knows of a link that can be paid, or of one that may be hidden. */
export function choiceOf(state: Open): Open;
export function choiceOf(state: Choice): Choice;
export function choiceOf({ link, wallets, spent, part }: Choice): Choice {
  return { link, wallets, spent, part };
}

/** Back to the choice of a wallet, where it was made. */
export function toChoice(
  state: Choice | Pick<At<'unsupported'>, 'body' | 'wallets'>,
): At<'connect' | 'unsupported'> {
  return 'body' in state
    ? { at: 'unsupported', body: state.body, wallets: state.wallets }
    : { at: 'connect', ...choiceOf(state) };
}

/** The end of a payment, with what was known of it before. */
export function endOf(answer: Answer, state: PageState): PageState {
  const done = doneOf(answer, knownOf(state));
  return done.link === undefined ? done : { ...done, link: settledLink(done.link, done.statuses) };
}

function knownOf(state: PageState): Done {
  const kept = state.at === 'unreachable' || state.at === 'limited' ? state.kept?.link : undefined;
  const link = 'link' in state ? state.link : kept;
  const sent = state.at === 'confirming' ? state.sent : undefined;
  return { link, hash: sent?.hash, redirect: link?.redirect, sentAt: sent?.at };
}

/** Where calldata leads: to the review, or to what stands in its way. */
export function afterCalldata(state: At<'preparing'>, event: Prepared): PageState {
  const { answer, check, together } = event;
  const { payer, signed } = state;
  const approval = state.approval?.isMined === true ? undefined : state.approval;
  const link = shownNow(state.link, event.view);
  const open = { ...choiceOf(state), link };
  if (isProposal(answer)) return openProposal(open, answer);
  if (answer.status !== 200) return refused(state, open, event);
  const plan = check(link, answer.body, { atomic: signsOneByOne(together) });
  if (typeof plan === 'string') return { at: 'mismatch', link, problem: plan };
  const due: Due = { ...open, payer, plan, signed, together, sent: undefined };
  if (approval !== undefined && plan.steps.length >= approval.steps) {
    return { at: 'approving', ...due, hash: approval.hash };
  }
  const { part } = open;
  if (part !== undefined && paysAgain(plan, part)) {
    return { at: 'approving', ...due, hash: part.hash };
  }
  const ready =
    approval === undefined && part === undefined
      ? due
      : {
          ...due,
          part: undefined,
          signed: signed + 1,
          spent: spentWith(open, part === undefined ? 'fees' : 'part'),
        };
  if (!plan.hasEnoughBalance) return { at: 'short', ...ready };
  if (lacksGas(due)) return { at: 'no_gas', ...ready };
  return toReview(state, ready);
}

/** The review, with what is to be said on top of it or whether the wallet opens by itself. */
function toReview(state: At<'preparing'>, due: Due): PageState {
  const { notice } = state;
  if (notice !== undefined) return { at: 'review', ...due, notice };
  return isAnnounced(state, due.plan) || isDecided(state, due)
    ? { at: 'review', ...due, opens: true }
    : { at: 'review', ...due };
}

/** Whether what is left to sign is, byte by byte, what the payer read to follow by itself. */
function isAnnounced({ announced, payer, link }: At<'preparing'>, plan: Plan): boolean {
  return (
    announced !== undefined &&
    payer.chainId === link.network.chainId &&
    callsOf(announced) === callsOf(plan.steps)
  );
}

/** What steps call, to compare them by. */
export function callsOf(steps: readonly Step[]): string {
  return JSON.stringify(steps.map(({ call: { to, data, value } }) => [to, data, value]));
}

/** Where somebody else may pay the fee, the wallet says whether it needs coins. */
function lacksGas({ plan, together }: Due): boolean {
  return !plan.hasEnoughGas && together !== 'sponsored';
}

/** Whether a plan makes payments that were sent already. */
export function paysAgain({ steps }: Plan, { pays }: SentPart): boolean {
  return steps.some(
    (step) => step.kind === 'pay' && step.positions.some((position) => pays.includes(position)),
  );
}

/** Whether a wallet receives one call after the other unless its owner wants otherwise. */
export function signsOneByOne(together: Together): boolean {
  return together !== 'supported' && together !== 'sponsored';
}

/** What was spent in all, once something more was: a part stays paid, whatever comes after it. */
export function spentWith({ spent }: Pick<Choice, 'spent'>, more: Spent): Spent {
  return spent === 'part' ? spent : more;
}

/** What the payer reviews is what the API shows at the moment of the calldata. */
export function shownNow(link: Link, view: Answer | undefined): Link {
  const fresh = view?.status === 200 ? readLink(view.body) : link;
  return typeof fresh === 'string' ? link : fresh;
}

/** Refusals of a conversion whose rate is missing or too old; another one may come. */
const WITHOUT_RATE: ReadonlySet<string> = new Set(['rate_too_old', 'rate_not_available']);

/** The wait for a later call where nothing is decided about a wallet yet; undefined for every other reason. */
export function undecided(
  reason: unknown,
  kept: Kept,
  { tries = 0 }: Pick<Readying, 'tries'>,
): PageState | undefined {
  if (reason !== 'screening_running' && reason !== 'provider_error') return undefined;
  const hasFailed = reason === 'provider_error';
  const why: Pick<At<'unreachable'>, 'check'> = { check: hasFailed ? 'failed' : 'running' };
  // What runs is soon decided, however often it failed before.
  return { ...stateOf({ status: 503, body: undefined }, kept, hasFailed ? tries : 0), ...why };
}

/** Refusals of a wallet; an allowlist and a screening read the same. */
const REFUSED_WALLET: ReadonlySet<string> = new Set(['wallet_not_allowed', 'screening_rejected']);

function refused(state: At<'preparing'>, open: Open, { answer, view }: Prepared): PageState {
  const { payer, signed, approval, tries = 0 } = state;
  const code = readRefusal(answer.body).code ?? '';
  const obstacle = readObstacle(open.link, answer.body);
  const kept = { ...open, payer, signed, approval };
  if (answer.status === 409 && obstacle !== undefined) {
    return { ...open, at: 'unpayable', payer, signed, obstacle };
  }
  if (answer.status === 409) return endOf(answer, state);
  if (REFUSED_WALLET.has(code)) return { ...open, at: 'not_allowed', payer };
  if (answer.status === 400 && WITHOUT_RATE.has(code))
    return { ...open, at: 'stale', payer, signed };
  // What can be paid of a bundle is on several networks by now; its display data shows it.
  if (code === 'source_chain_required' && view !== undefined) return stateOf(view, kept, 0);
  // What is left of a bundle is on its way already, or else its links have ended.
  const isNothingLeft = answer.status === 403 && code === 'multicall_payout_not_executable';
  // Nothing is prepared either while a payment that was handed to the network may still be made.
  if (answer.status === 423 || (isNothingLeft && isOnItsWay(answer.body))) {
    return { ...open, at: 'connect', notice: seenOf(answer.body) ?? 'seen' };
  }
  // A wallet that could not be checked may be checked by a later call, as after an outage.
  return undecided(code, kept, state) ?? stateOf(answer, kept, tries);
}
