import type { Schedules } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { hasEnded, type RecurringPayout } from './model/recurring-payout.ts';
import { type Remaining, remainingUnits } from './model/totals.ts';
import { findInstalments } from './store/instalments.ts';
import { findSignedPayouts, findUnsignedPayouts, type PayerOfToken } from './store/payouts.ts';

/** What a payer has signed for, towards one contract. */
export interface Committed {
  /** What is left of all that is active or paused takes, every fee included. */
  readonly units: bigint;
  /** What was cancelled and could be taken by whoever has its permit, once there is an allowance again. */
  readonly revived: readonly (RecurringPayout & Remaining)[];
}

interface CommittedQuery extends PayerOfToken {
  readonly spenderAddress: string;
  /** A recurring payout that is not counted. */
  readonly exceptId?: string;
  /** Also leaves out what was taken on the chain and does not count here yet; one request. Throws `Outage`. */
  readonly schedules?: Schedules;
}

/**
 * What the payer's recurring payouts in a token still take through one contract: amount, fee and relayer fee of each instalment
 * that is left, of all accounts. Every total that is shown or approved comes from here.
 */
export async function findCommitted(
  ctx: Context,
  { spenderAddress, exceptId, schedules, ...payer }: CommittedQuery,
): Promise<Committed> {
  const signed = await findSignedPayouts(ctx, payer);
  const payouts = signed.filter(
    (one) => one.spenderAddress === spenderAddress && one.id !== exceptId,
  );
  const taken = await readTaken(payouts, schedules);
  const instalments = await findInstalments(
    ctx,
    payouts.map(({ id }) => id),
  );
  const remaining = payouts.map((payout) => {
    const gone = new Set(taken.get(payout.id));
    for (const one of instalments.get(payout.id) ?? []) if (hasEnded(one)) gone.add(one.index);
    return { ...payout, remainingPayments: payout.totalPayments - gone.size };
  });
  const isOpen = ({ status }: RecurringPayout) => status === 'active' || status === 'paused';
  return {
    units: remainingUnits(remaining.filter(isOpen)),
    revived: remaining.filter(
      ({ status, remainingPayments }) => status === 'cancelled' && remainingPayments > 0,
    ),
  };
}

/** A payer who is asked for several at once signs them within a day. */
const UNSIGNED_MS = 24 * 60 * 60 * 1_000;

interface UnsignedQuery extends PayerOfToken {
  readonly spenderAddress: string;
  readonly accountId: string;
}

/**
 * What the recurring payouts take that this account alone has asked the payer for within a day, and that the payer may still sign. Those of other
 * accounts never count: anybody with an account can name any payer.
 */
export async function findUnsigned(
  ctx: Context,
  { spenderAddress, ...query }: UnsignedQuery,
): Promise<bigint> {
  const since = new Date(ctx.now().getTime() - UNSIGNED_MS);
  const unsigned = await findUnsignedPayouts(ctx, { ...query, since });
  const towards = unsigned.filter((one) => one.spenderAddress === spenderAddress);
  return remainingUnits(towards.map((one) => ({ ...one, remainingPayments: one.totalPayments })));
}

async function readTaken(payouts: readonly RecurringPayout[], schedules: Schedules | undefined) {
  if (schedules === undefined || payouts.length === 0) return new Map<string, readonly number[]>();
  const { schedules: states } = await schedules.readState(payouts.map(({ permit }) => permit));
  return new Map(payouts.map(({ id }, at) => [id, states[at]?.takenIndexes ?? []]));
}
