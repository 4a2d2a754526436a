import type { Currency } from '#catalog/currencies.ts';
import type { Hex } from '#kit/hex.ts';
import type { BlockPoint } from './observed.ts';
import type { ContentToSign } from './signed-payments.ts';
import type { Call } from './signing.ts';

/** Equal payments at equal distances, of one wallet to one payee. */
export interface ScheduleTerms {
  readonly payerAddress: string;
  readonly payeeAddress: string;
  readonly currency: Currency;
  /** What each instalment takes: this for the payee, the fee, and the relayer fee for who sends it. */
  readonly amountUnits: bigint;
  readonly feeUnits: bigint;
  readonly feeAddress: string;
  readonly relayerFeeUnits: bigint;
  /** When the first instalment may be taken; each later one so many seconds after the one before. In whole seconds. */
  readonly firstAt: Date;
  readonly periodSeconds: number;
  readonly totalPayments: number;
  /** Makes schedules differ that are otherwise equal, and nothing else: any number below 2 to the 256th. */
  readonly nonce: bigint;
  /** After it nothing is taken, however much is left. In whole seconds. */
  readonly expiresAt: Date;
  /** Whether each instalment must be taken after the one before it. */
  readonly isInOrder: boolean;
}

/** What the payer signs once for a whole schedule. Modules store it and hand it back unread. */
export type SchedulePermit = ContentToSign;

/** What the contract cannot hold: `total_payments` are 1 to 255, amounts below 2 to the 128th, times in whole seconds below 2 to the 32nd. */
export type ScheduleRefusal =
  | 'total_payments'
  | 'amount'
  | 'times'
  /** The last instalment is due later than everything expires. */
  | 'expires_too_early';

/** A schedule as its payer is asked for it. */
export interface PreparedSchedule {
  readonly permit: SchedulePermit;
  /** Identifies the schedule on the chain. */
  readonly digest: Hex;
  /** The contract that takes the instalments, which the payer allows to. */
  readonly spenderAddress: string;
  /** What one instalment takes, fees included. */
  readonly instalmentUnits: bigint;
}

/** The contract that takes instalments, as the newest block has it. */
export interface ScheduleProxyState {
  readonly isDeployed: boolean;
  readonly isPaused: boolean;
  /** Whether it lets the sender of this installation take instalments. */
  readonly isSenderAllowed: boolean;
  /** Whether it pays through the fee proxy of the catalog, whose events are followed. */
  readonly paysThroughKnownProxy: boolean;
}

/** What has to be known of a payer before a schedule is made. */
export interface SchedulePayer {
  /** Whether its own code signs for it, which the contract cannot check. */
  readonly isContract: boolean;
  readonly balanceUnits: bigint;
  /** What the payer lets the contract take of the token, for all schedules together. */
  readonly allowanceUnits: bigint;
}

/** A schedule on the chain. */
interface ScheduleState {
  /** The indexes of the instalments that were taken, the lowest first; the first instalment has 1. */
  readonly takenIndexes: readonly number[];
  /** The highest of them; 0 before the first. */
  readonly lastIndex: number;
  /** Of its payer, towards the contract of its permit. */
  readonly balanceUnits: bigint;
  readonly allowanceUnits: bigint;
}

/** Schedules, all of one block. */
export interface ScheduleStates {
  readonly block: BlockPoint;
  /** The clock by which the contract decides what is due. */
  readonly blockTime: Date;
  /** In the order of the query. */
  readonly schedules: readonly ScheduleState[];
}

/** What the sender of this installation calls the contract with. */
export interface InstalmentToTake {
  readonly permit: SchedulePermit;
  readonly signature: Hex;
  /** From 1. */
  readonly index: number;
  /** Eight bytes. */
  readonly paymentReference: Hex;
}

/** The transaction that took an instalment, whoever sent it. */
export interface TakenInstalment {
  readonly transactionHash: Hex;
  readonly block: BlockPoint;
  readonly blockTime: Date;
  readonly senderAddress: string;
  /** What the sender chose: of any length, and perhaps none of ours. */
  readonly paymentReference: Hex;
  /** Whether the payee got the amount, by the token's own Transfer. */
  readonly isPaid: boolean;
}

/** Whether a payer signed a permit: `contract` where its own code would have to say so, which the contract does not ask. */
export type SchedulePermitCheck = 'valid' | 'not_signed' | 'contract';

/**
 * Why an instalment cannot be taken now: `transfer` where the token or the fee proxy refuses it, `other` for all that the chain
 * does not say.
 */
export type InstalmentRefusal =
  | 'sender_not_allowed'
  | 'not_signed'
  | 'expired'
  | 'out_of_order'
  | 'no_such_index'
  | 'not_due'
  | 'taken_before'
  | 'paused'
  | 'transfer'
  | 'other';

/**
 * Payments on a schedule by the contract of the network, which takes an instalment when the sender of this installation calls
 * it. It ignores what tokens answer: only the payee's own transfer shows that an instalment was paid. Reads throw `Outage`.
 */
export interface Schedules {
  /** The contract that new permits are for. */
  readonly proxyAddress: string;
  /** Pure. */
  prepare(terms: ScheduleTerms): PreparedSchedule | { readonly refused: ScheduleRefusal };
  /** One round trip. */
  readProxy(): Promise<ScheduleProxyState>;
  /** One round trip. */
  readPayer(payerAddress: string, currency: Currency): Promise<SchedulePayer>;
  /** Two requests, the second as of the block that the first reads. */
  readState(permits: readonly SchedulePermit[]): Promise<ScheduleStates>;
  /** Whether the payer's key signed; where it did not, a node is asked whether the payer has code. */
  verify(permit: SchedulePermit, signature: Hex): Promise<SchedulePermitCheck>;
  /**
   * What the payer sends to let the contract of a schedule take so many units in all, more or fewer than before: 0 stops every
   * schedule of the payer in this token. Pure.
   */
  approvalCall(spenderAddress: string, currency: Currency, units: bigint): Call;
  /** What the sender sends. Pure. */
  trigger(instalment: InstalmentToTake): Call;
  /** What a contract meant that refused `trigger`, by its reason as the sender read it. Pure. */
  readRefusal(reason: string): InstalmentRefusal;
  /**
   * Which transaction took an instalment that `readState` shows as taken. It was taken in no block before `fromBlock`.
   * Undefined where none is found, as after a reorg.
   */
  findTrigger(
    permit: SchedulePermit,
    index: number,
    fromBlock: bigint,
  ): Promise<TakenInstalment | undefined>;
}
