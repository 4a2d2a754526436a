import type { At, Due, PageState } from '../page-state.ts';

/** A part of the way of a payment that a payer knows by its name. */
type Stage = 'wallet' | 'review' | 'allow' | 'pay' | 'owners' | 'arrival' | 'done';

/** How far a payment is. What comes before `current` is done, and all of it where `current` is behind the last one. */
export interface Stages {
  readonly way: Way;
  readonly current: number;
}

type Way = readonly [Stage, Stage, Stage, Stage];

/** By a signature, or by an allowance and one after it. */
const PLAIN: Way = ['wallet', 'review', 'pay', 'done'];
const ALLOWED: Way = ['wallet', 'allow', 'pay', 'done'];
/** By a transaction that owners of a Safe sign. */
const PROPOSED: Way = ['wallet', 'review', 'owners', 'done'];
/** From another network. */
const BRIDGED: Way = ['wallet', 'pay', 'arrival', 'done'];

/**
 * How far the payment is in a state of the page; undefined where there is none to be made. The stages before, if any,
 * say which way was gone where the state itself no longer knows.
 */
export function stagesOf(state: PageState, before?: Stages): Stages | undefined {
  switch (state.at) {
    case 'connect':
    case 'asking':
    case 'not_allowed':
      return { way: PLAIN, current: 0 };
    case 'connecting':
      return { way: 'body' in state ? BRIDGED : PLAIN, current: 0 };
    case 'preparing':
    case 'stale':
    case 'unpayable':
      return { way: hasAllowed(state) || isAllowing(state) ? ALLOWED : PLAIN, current: 1 };
    case 'short':
    case 'no_gas':
    case 'review':
    case 'switching':
    case 'signing':
      return stagesOfDue(state);
    case 'approving':
      return state.part?.hash === state.hash
        ? { way: PLAIN, current: 2 }
        : { way: ALLOWED, current: 1 };
    case 'proposed':
      return { way: PROPOSED, current: 2 };
    case 'crosschain':
      return { way: BRIDGED, current: state.follows ? 2 : 1 };
    case 'confirming':
    case 'reverted':
      return { way: wayGone(before), current: 2 };
    case 'done':
      return isWhole(state) ? { way: wayGone(before), current: 4 } : undefined;
    default:
      return undefined;
  }
}

function stagesOfDue(state: At<'short' | 'no_gas' | 'review' | 'switching' | 'signing'>): Stages {
  const [step] = state.plan.steps;
  if (state.together === 'safe') return { way: PROPOSED, current: 1 };
  if (isAlone(state) && (step?.kind === 'approve' || step?.kind === 'reset'))
    return { way: ALLOWED, current: 1 };
  if (hasAllowed(state)) return { way: ALLOWED, current: 2 };
  const isPaying = state.at === 'signing' || state.sent !== undefined;
  return { way: PLAIN, current: isPaying ? 2 : 1 };
}

/** Whether the next step is signed by itself. Not `signsAtOnce`, whose file the first paint would then wait for. */
function isAlone(state: Due & { readonly atOnce?: boolean }): boolean {
  const { together, plan, atOnce } = state;
  if (atOnce !== undefined) return !atOnce;
  if (together !== 'supported') return together !== 'sponsored';
  return plan.steps.filter(({ kind }) => kind === 'pay').length > 1;
}

/** Whether all that was signed before is allowances: parts of the payment count as signed too. */
function hasAllowed({ signed, spent }: Pick<Due, 'signed' | 'spent'>): boolean {
  return signed > 0 && spent === 'fees';
}

function isAllowing(state: PageState): boolean {
  return 'approval' in state && state.approval !== undefined;
}

/** The way on which a payment has come to its third stage. */
function wayGone(before: Stages | undefined): Way {
  return before !== undefined && before.current >= 2 ? before.way : PLAIN;
}

function isWhole({ link }: At<'done'>): boolean {
  return link?.payments.some(({ outcome }) => outcome?.paid === false) !== true;
}
