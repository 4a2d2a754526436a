import type { Answer } from '../engine/request.ts';
import type { Wallet } from '../wallet/provider.ts';
import type { Approval } from './check-approvals.ts';
import type { PermitProblem } from './check-permit.ts';
import type { Permit } from './permit.ts';
import type { Schedule } from './schedule.ts';

/** Something to say on top of a screen to which the payer came back. */
export type Notice =
  | 'declined'
  | 'busy'
  /** A part of the page did not load, so that it asked no wallet. */
  | 'unloaded'
  | 'wallet_failed'
  | 'wallet_unsupported'
  | 'other_account'
  | 'other_network'
  | 'other_tab'
  | 'reverted'
  | 'signed_other'
  | 'not_accepted'
  | 'unreachable'
  | 'nothing_to_lower'
  | 'not_read'
  | 'stopped'
  | 'lowered';

/** What the payer wants of their wallet: to begin the payments, to allow what is missing for them, to stop them, or to lower what is allowed afterwards. */
export type Purpose = 'begin' | 'allow' | 'stop' | 'lower';

/** What differs from what the page shows: a field of the permit, an approval, or the text that stops it. */
export type Problem = PermitProblem | 'approval' | 'lowering' | 'stop_message';

/** A wallet that showed the payer's account. */
export interface Payer {
  readonly wallet: Wallet;
  readonly address: string;
}

/** What every state knows. */
interface Known {
  /** Undefined during the search. */
  readonly wallets: readonly Wallet[] | undefined;
}

interface Shown {
  readonly schedule: Schedule;
}

interface Connected extends Shown {
  readonly payer: Payer;
}

/** What is signed to begin, as it was compared with what the page shows. */
interface Plan {
  /** What the payer sends first, one after the other. */
  readonly approvals: readonly Approval[];
  /** Undefined where it was signed before. */
  readonly permit: Permit | undefined;
}

/** What the payer sends so that the contract takes nothing more of a stopped schedule. */
interface Lowering {
  /** What the contract may take now, as the chain has it. */
  readonly allowanceUnits: bigint;
  readonly approvals: readonly Approval[];
}

/** What is known in each state of the page. */
interface StateData {
  empty: object;
  unknown: object;
  /** The page does not know the network, the token or the contract. */
  unsupported: object;
  opening: { readonly tries: number };
  unreachable: { readonly waitS: number; readonly tries: number };
  limited: { readonly waitS: number; readonly tries: number };
  connect: Shown & { readonly purpose: Purpose; readonly notice?: Notice };
  connecting: Shown & { readonly purpose: Purpose; readonly wallet: Wallet };
  /** The page reads the schedule again, after an allowance was set. */
  reading: Connected & { readonly allowedUnits: bigint | undefined; readonly tries: number };
  untrusted: Shown & { readonly problem: Problem };
  review: Connected & Plan & { readonly signed: number; readonly notice?: Notice };
  /** The wallet shows the next approval. */
  approving: Connected & Plan & { readonly signed: number };
  /** The approval was sent. */
  approved: Connected & Plan & { readonly signed: number; readonly hash: string };
  /** The wallet shows the permit. */
  signing: Connected & Plan & { readonly signed: number; readonly permit: Permit };
  /** What is due, paid and left. */
  going: Shown & {
    /** Counts how often it was read. */
    readonly reads: number;
    readonly payer: Payer | undefined;
    readonly notice?: Notice;
  };
  /** What stopping does. */
  stop: Connected & { readonly notice?: Notice };
  /** The wallet shows the text that stops it. */
  stopping: Connected;
  /** The page reads what the contract may still take. */
  measuring: Connected & { readonly hasStopped: boolean };
  lower: Connected & Lowering & { readonly notice?: Notice };
  /** The wallet shows the next lower allowance. */
  lowering: Connected & Lowering;
  /** It was sent. */
  lowered: Connected & Lowering & { readonly hash: string };
}

/** The name of a state; each has one screen. */
export type StateName = keyof StateData;

/** A state of the page. Nothing here knows the DOM, a wallet or the network. */
export type PageState = { [P in StateName]: { readonly at: P } & StateData[P] & Known }[StateName];

/** The page in one certain state. */
export type At<P extends StateName> = Extract<PageState, { readonly at: P }>;

/** What can happen to the page. */
export type PageEvent =
  /** The API answered for the schedule; `nowS` is when, in seconds since 1970. */
  | {
      readonly type: 'viewed';
      readonly answer: Answer;
      readonly schedule: Schedule | undefined;
      readonly nowS: number;
    }
  | { readonly type: 'wallets_found'; readonly wallets: readonly Wallet[] }
  | { readonly type: 'wallet_picked'; readonly wallet: Wallet }
  | { readonly type: 'connected'; readonly address: string; readonly nowS: number }
  /** What was asked of a wallet did not come to pass. */
  | { readonly type: 'failed'; readonly notice: Notice }
  /** The next thing in the wallet. */
  | { readonly type: 'go' }
  | { readonly type: 'sent'; readonly hash: string }
  /** A block holds what was sent. */
  | { readonly type: 'mined' }
  /** The API has the signature, or says why not. */
  | { readonly type: 'saved'; readonly answer: Answer }
  | { readonly type: 'stop' }
  | { readonly type: 'allow' }
  /** The contract's allowance by the chain, and the schedule read after it. */
  | {
      readonly type: 'measured';
      readonly allowanceUnits: bigint | undefined;
      readonly schedule: Schedule | undefined;
    }
  | { readonly type: 'retry' }
  | { readonly type: 'back' };
