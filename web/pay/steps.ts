import { sumByAsset } from './link.ts';
import type { AskRefusal, At, Due, Prepared, StepOutcome, Visit } from './places.ts';
import type { Plan, Step } from './plan.ts';
import { afterCalldata, choiceOf, openOf, spentWith } from './preparing.ts';

/** The step that the payer signs next. */
export function stepOf(plan: Plan): Step | undefined {
  return plan.steps[0];
}

/** Whether one transaction may hold all steps; of several payments each is as large as one may be. */
export function fitsTogether({ steps }: Plan): boolean {
  return steps.length > 1 && steps.filter(({ kind }) => kind === 'pay').length === 1;
}

/** Whether a step makes the last payment or a fee after it; before that, each is awaited. */
export function isLastPayment({ kind }: Step, left: readonly Step[]): boolean {
  return kind === 'fee' || (kind === 'pay' && left.every((step) => step.kind === 'fee'));
}

/** Whether the payment itself was sent, and fees of it are left to sign. */
export function hasFeesLeft(visit: Visit): boolean {
  return visit.at !== 'confirming' && 'sent' in visit && visit.sent !== undefined;
}

/** What a place knows of a payment that was prepared. */
export function dueOf(visit: Due): Due {
  const { payer, plan, signed, together, sent } = visit;
  return { ...openOf(visit), payer, plan, signed, together, sent };
}

/** The one button of the review: the network is switched, or the wallet asked. */
export function afterGo(visit: Visit, asked: boolean): Visit {
  if (visit.at !== 'review') return visit;
  const { payer, link, together } = visit;
  if (payer.chainId !== link.network.chainId) return { at: 'switching', ...dueOf(visit) };
  const offered = together === 'supported' || (together === 'ready' && asked);
  return { at: 'signing', ...dueOf(visit), atOnce: offered && fitsTogether(visit.plan) };
}

/** What the wallet refused is told where it was asked for. */
export function afterRefusal(visit: Visit, refusal: AskRefusal): Visit {
  switch (visit.at) {
    case 'connecting':
      return { at: 'connect', ...choiceOf(visit), notice: refusal };
    case 'switching':
      return { at: 'review', ...dueOf(visit), notice: refusal };
    case 'signing': {
      // Some wallets never again take several calls at once after they refused them once.
      const isAsked = refusal !== 'other_tab';
      const together = visit.atOnce && isAsked ? undefined : visit.together;
      return { at: 'review', ...dueOf(visit), together, notice: refusal };
    }
    default:
      return visit;
  }
}

/** Fresh calldata is reviewed anew. */
export function afterChange(visit: At<'signing'>, event: Prepared): Visit {
  const { payer, signed } = visit;
  return afterCalldata(
    { at: 'preparing', ...openOf(visit), payer, signed, notice: 'changed' },
    { ...event, together: visit.together },
  );
}

/** After a signature: the next one, once its turn has come, or the way to the receipt. */
export function afterSent(visit: At<'signing'>, hash: string, now: number): Visit {
  const { payer, plan, signed, atOnce } = visit;
  const [step, ...left] = plan.steps;
  if (step !== undefined && !atOnce && !isLastPayment(step, left)) {
    const part = step.kind === 'pay' ? { hash, pays: step.positions } : visit.part;
    return { at: 'approving', ...dueOf(visit), part, hash };
  }
  const sent = visit.sent ?? { hash, at: now, walletId: payer.wallet.id };
  if (left.length > 0 && !atOnce) {
    const due = { ...dueOf(visit), together: undefined, spent: 'part' as const };
    return { at: 'review', ...due, sent, plan: leftOf(plan, left), signed: signed + 1 };
  }
  return {
    at: 'confirming',
    ...openOf(visit),
    sent,
    payer,
    ...NOT_ON_CHAIN,
    vanished: false,
    replaced: false,
    offline: false,
    lost: false,
  };
}

/** What a plan still comes to once only some of its steps are left, all of them fees. */
function leftOf(plan: Plan, steps: readonly Step[]): Plan {
  const fees = steps.filter((step) => step.kind === 'fee');
  return {
    ...plan,
    steps,
    fees: fees.map(({ fee }) => fee),
    totals: sumByAsset(fees.flatMap(({ totals }) => totals)),
    // It was told of all steps together.
    networkFee: undefined,
  };
}

/** What is known of a payment that no block holds. */
export const NOT_ON_CHAIN = { confirmations: undefined, block: undefined, seen: undefined };

/**
 * The rest is prepared anew. A part that was mined is counted once the API does not ask for it any more; until
 * then the payer is not asked to pay it again.
 */
export function afterStep(
  visit: At<'approving'>,
  { hash, outcome }: { readonly hash: string; readonly outcome: StepOutcome },
): Visit {
  const { payer, signed } = visit;
  const sentPart = visit.part?.hash === visit.hash ? visit.part : undefined;
  const spent = spentWith(visit, sentPart !== undefined && outcome === 'mined' ? 'part' : 'fees');
  const part = sentPart === undefined ? visit.part : undefined;
  const next = { at: 'preparing', ...openOf(visit), spent, part, payer, signed } as const;
  switch (outcome) {
    case 'mined':
      return sentPart === undefined
        ? { ...next, signed: signed + 1 }
        : { ...next, part: { ...sentPart, hash } };
    case 'reverted':
      return { ...next, notice: sentPart === undefined ? 'approval_reverted' : 'part_reverted' };
    default:
      return { ...next, notice: 'unmined' };
  }
}
