import type { NetworkId } from '#catalog/networks.ts';
import type { SchedulePermit } from '#chains/chain.ts';
import type { Hex } from '#kit/hex.ts';
import type { ScreeningPlan } from '#modules/screening/index.ts';
import type { Frequency, Timetable } from './schedule.ts';
import type { InstalmentStatus, RecurringPayoutStatus } from './status.ts';

/** What the payer lacks for the next instalment. */
export type Shortage = 'balance' | 'allowance';

/** Equal payments of one payer to one payee, which the payer signed for once. */
export interface RecurringPayout extends Timetable {
  readonly id: string;
  readonly accountId: string;
  /** The right to read it, which its payer is given. */
  readonly pageToken: string;
  readonly status: RecurringPayoutStatus;
  readonly clientIdId: string | null;
  /** The public `cli_...` text. */
  readonly clientId: string | null;
  readonly orchestratorId: string | null;
  readonly origin: string | null;
  readonly reference: string | null;
  readonly network: NetworkId;
  readonly currencyId: string;
  readonly payerAddress: string;
  readonly payeeAddress: string;
  /** Who judges whom it pays; null where nobody does. */
  readonly plan: ScreeningPlan | null;
  /** What each instalment takes: this for the payee, the fee, and the relayer fee for who sends it. */
  readonly amountUnits: bigint;
  readonly feeUnits: bigint;
  readonly feeAddress: string | null;
  readonly relayerFeeUnits: bigint;
  readonly frequency: Frequency;
  /** After it nothing is taken. */
  readonly expiresAt: Date;
  readonly permit: SchedulePermit;
  readonly digest: Hex;
  /** The contract that takes the instalments, which the payer allows to. */
  readonly spenderAddress: string;
  /** Null until the payer signed. */
  readonly signature: Hex | null;
  /** A block in which nothing was taken yet; null until the payer signed. */
  readonly signedBlock: bigint | null;
  readonly failureCount: number;
  readonly failureReason: string | null;
  /** When an instalment that failed is tried again. */
  readonly retryAt: Date | null;
  readonly shortage: Shortage | null;
  /** When the allowance was seen to be too low for it, after it was cancelled. */
  readonly revokedAt: Date | null;
  readonly createdAt: Date;
  readonly activatedAt: Date | null;
  readonly endedAt: Date | null;
  /** Until when a worker has it to itself, or when it is looked at next. */
  readonly nextCheckAt: Date | null;
}

/** One payment of a schedule. It is made when it is due; the first one with the schedule. */
export interface Instalment {
  readonly index: number;
  readonly status: InstalmentStatus;
  readonly dueAt: Date;
  /** The row of its request, the public id and the reference. */
  readonly requestRowId: string;
  readonly requestId: string;
  readonly paymentReference: Hex;
  /** Whether what was paid for its request covers it. */
  readonly isPaid: boolean;
  readonly sentAt: Date | null;
  /** The transaction that took it, where that was looked up. */
  readonly transactionHash: Hex | null;
  /** The time of its block, where it was not ours or paid nothing. */
  readonly takenAt: Date | null;
}

/** What says how far an instalment is: the ledger by `isPaid`, and its own status, which follows by a step. */
type Progress = Pick<Instalment, 'status' | 'isPaid'>;

/** Where an instalment stands by what the ledger says now. */
export function statusNow({ status, isPaid }: Progress): InstalmentStatus {
  if (isPaid) return 'paid';
  return status === 'paid' ? 'sent' : status;
}

/** Whether nothing of an instalment is left to be done. */
export function hasEnded(instalment: Progress): boolean {
  const status = statusNow(instalment);
  return status === 'paid' || status === 'paid_elsewhere' || status === 'lost';
}

/** How many instalments were paid. */
export function countPaid(instalments: readonly Progress[]): number {
  const statuses = instalments.map(statusNow);
  return statuses.filter((status) => status === 'paid' || status === 'paid_elsewhere').length;
}

/** How many instalments may still be taken. */
export function countRemaining(
  { totalPayments }: Pick<Timetable, 'totalPayments'>,
  instalments: readonly Progress[],
): number {
  return totalPayments - instalments.filter(hasEnded).length;
}

/** The index of the first instalment that has not ended; undefined where all have. */
export function openIndex(
  { totalPayments }: Pick<Timetable, 'totalPayments'>,
  instalments: readonly (Progress & Pick<Instalment, 'index'>)[],
): number | undefined {
  const ended = new Set(instalments.flatMap((one) => (hasEnded(one) ? one.index : [])));
  for (let index = 1; index <= totalPayments; index++) if (!ended.has(index)) return index;
  return undefined;
}
