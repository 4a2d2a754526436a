import { sumByAsset } from './link.ts';
import type {
  At,
  Due,
  PageEvent,
  PageState,
  Prepared,
  SignatureRefusal,
  StepOutcome,
} from './page-state.ts';
import type { Plan, Step } from './plan.ts';
import { afterCalldata, choiceOf, spentWith, toChoice } from './preparing.ts';

/** The step that the payer signs next. */
export function stepOf(plan: Plan): Step | undefined {
  return plan.steps[0];
}

/** Whether one transaction may hold all steps; of several payments each is as large as one may be. */
export function fitsTogether({ steps }: Plan): boolean {
  return steps.length > 1 && steps.filter(({ kind }) => kind === 'pay').length === 1;
}

/** Whether one signature makes all steps without being asked to: of one step too, where somebody else may pay its fee. */
export function signsAtOnce({ together, plan }: Pick<Due, 'together' | 'plan'>): boolean {
  if (together === 'supported') return fitsTogether(plan);
  return together === 'safe' || together === 'sponsored';
}

/** Whether a step makes the last payment or a fee after it; before that, each is awaited. */
export function isLastPayment({ kind }: Step, left: readonly Step[]): boolean {
  return kind === 'fee' || (kind === 'pay' && left.every((step) => step.kind === 'fee'));
}

/** Whether the payment itself was sent, and fees of it are left to sign. */
export function hasFeesLeft(state: PageState): boolean {
  return state.at !== 'confirming' && 'sent' in state && state.sent !== undefined;
}

/** Whether what is on its way is a part of the payments, and not an approval. */
export function isPart({ part, hash }: At<'approving'>): boolean {
  return part?.hash === hash;
}

/** What a place knows of a payment that was prepared. */
export function dueOf(state: Due): Due {
  const { payer, plan, signed, together, sent } = state;
  return { ...choiceOf(state), payer, plan, signed, together, sent };
}

/** The one button of the review: the network is switched, or the wallet called. */
export function afterGo(state: PageState, asked: boolean): PageState {
  if (state.at !== 'review') return state;
  const { payer, link, together } = state;
  if (payer.chainId !== link.network.chainId) return { at: 'switching', ...dueOf(state) };
  const isAsked = together === 'ready' && asked && fitsTogether(state.plan);
  return { at: 'signing', ...dueOf(state), atOnce: isAsked || signsAtOnce(state) };
}

/** The wallet opens for what was announced, unless something is to be said first. */
export function afterAnnounced(state: PageState): PageState {
  const isDue = state.at === 'review' && state.opens === true && state.notice === undefined;
  return isDue ? afterGo(state, false) : state;
}

/** A refusal of the wallet is shown where the request was made. */
export function afterRefusal(state: PageState, refusal: SignatureRefusal): PageState {
  switch (state.at) {
    case 'connecting':
      return { ...toChoice(state), notice: refusal };
    case 'asking':
    case 'preparing':
      return refusal === 'unloaded' ? { ...toChoice(state), notice: refusal } : state;
    case 'switching':
      return { at: 'review', ...dueOf(state), notice: refusal };
    case 'signing': {
      // Some wallets never again take several calls at once after they refused them once; here none refused.
      const isAsked =
        refusal !== 'other_tab' && refusal !== 'unloaded' && state.together !== 'safe';
      const together = state.atOnce && isAsked ? undefined : state.together;
      return { at: 'review', ...dueOf(state), together, notice: refusal };
    }
    default:
      return state;
  }
}

/** Fresh calldata is reviewed anew. */
export function afterChange(state: At<'signing'>, event: Prepared): PageState {
  const { payer, signed } = state;
  return afterCalldata(
    { at: 'preparing', ...choiceOf(state), payer, signed, notice: 'changed' },
    { ...event, together: state.together },
  );
}

/** After a signature: the next one, once its turn has come, or the way to the receipt. */
export function afterSent(
  state: At<'signing'>,
  { hash, now, announces }: Extract<PageEvent, { type: 'sent' }>,
): PageState {
  const { payer, plan, signed, atOnce } = state;
  const [step, ...left] = plan.steps;
  if (step !== undefined && !atOnce && !isLastPayment(step, left)) {
    const part = step.kind === 'pay' ? { hash, pays: step.positions } : state.part;
    return {
      at: 'approving',
      ...dueOf(state),
      part,
      hash,
      ...(announces && step.kind !== 'pay' && { announced: left }),
    };
  }
  const sent = state.sent ?? { hash, at: now, walletId: payer.wallet.id };
  if (left.length > 0 && !atOnce) {
    const due = { ...dueOf(state), together: undefined, spent: 'part' as const };
    return { at: 'review', ...due, sent, plan: leftOf(plan, left), signed: signed + 1 };
  }
  return {
    at: 'confirming',
    ...choiceOf(state),
    sent,
    payer,
    ...NOT_ON_CHAIN,
    vanished: false,
    replaced: false,
    offline: false,
    lost: false,
  };
}

/** The totals of a plan once only some of its steps are left, all of them fees. */
function leftOf(plan: Plan, steps: readonly Step[]): Plan {
  const fees = steps.filter((step) => step.kind === 'fee');
  return {
    ...plan,
    steps,
    fees: fees.map(({ fee }) => fee),
    totals: sumByAsset(fees.flatMap(({ totals }) => totals)),
    // It was notified of all steps together.
    networkFee: undefined,
    networkFeeUsd: undefined,
  };
}

/** What is known of a payment that no block holds. */
export const NOT_ON_CHAIN = { confirmations: undefined, block: undefined, seen: undefined };

/**
 * The rest is prepared anew. What was mined stays in the state until the API has it: a part is counted then,
 * and until then the payer is not requested to pay it again.
 */
export function afterStep(
  state: At<'approving'>,
  { hash, outcome }: { readonly hash: string; readonly outcome: StepOutcome },
): PageState {
  const { payer, signed } = state;
  const sentPart = isPart(state) ? state.part : undefined;
  const spent = spentWith(state, sentPart !== undefined && outcome === 'mined' ? 'part' : 'fees');
  const part = sentPart === undefined ? state.part : undefined;
  const next = { at: 'preparing', ...choiceOf(state), spent, part, payer, signed } as const;
  switch (outcome) {
    case 'mined':
      return sentPart === undefined
        ? {
            ...next,
            signed: signed + 1,
            approval: { hash, steps: state.plan.steps.length, isMined: true },
            announced: state.announced,
          }
        : { ...next, part: { ...sentPart, hash } };
    case 'reverted':
      return { ...next, notice: sentPart === undefined ? 'approval_reverted' : 'part_reverted' };
    default:
      return { ...next, notice: 'unmined' };
  }
}
