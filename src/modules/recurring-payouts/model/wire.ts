import type { Call, SchedulePermit } from '#chains/chain.ts';
import { isoTime } from '#kit/clock.ts';

/** A cancelled recurring payout that a new allowance lets be taken again. */
export interface RevivedPayout {
  readonly id: string;
  readonly accountId: string;
  readonly remainingPayments: number;
  readonly expiresAt: Date;
}

/** A recurring payout that was stopped. */
export interface StoppedPayout {
  readonly id: string;
  readonly processedPayments: number;
  readonly totalPayments: number;
  readonly remainingPayments: number;
  /** What those that are left would have taken, every fee included. */
  readonly remainingUnits: bigint;
  /** What the payer sends so that the contract can take no more than the other recurring payouts need. */
  readonly transactions: readonly Call[];
}

/** An approval as the wire of recurring payments writes it; none sends coins. */
export function wireCall({ to, data }: Call) {
  return { to, data, value: '0x0' };
}

/** A permit as the wire shows it. */
export function wirePermit({ domain, types, values }: SchedulePermit) {
  const copied: Record<string, { name: string; type: string }[]> = {};
  for (const [name, members] of Object.entries(types)) copied[name] = [...members];
  return { domain: { ...domain }, types: copied, values: { ...values } };
}

/** What a new allowance lets be taken again, as the wire shows it to an account: what others made has no id there. */
export function wireRevived(revived: readonly RevivedPayout[], accountId: string) {
  return revived.map((one) => ({
    ...(one.accountId === accountId && { id: one.id }),
    remainingPayments: one.remainingPayments,
    expiresAt: isoTime(one.expiresAt),
  }));
}

/** A stopped recurring payout as the wire shows it; its amount is in the smallest unit. */
export function wireStopped(stopped: StoppedPayout) {
  const { id, processedPayments, totalPayments, remainingPayments } = stopped;
  return {
    id,
    status: 'cancelled' as const,
    transactions: stopped.transactions.map(wireCall),
    metadata: {
      remainingPayments,
      remainingAmount: String(stopped.remainingUnits),
      processedPayments,
      totalPayments,
    },
  };
}
