import { sql, type Updateable } from 'kysely';
import type { Context } from '#context.ts';
import { bytesOf, type Hex } from '#kit/hex.ts';
import type { RecurringPayoutTable } from '#platform/db/tables.generated.ts';
import type { RecurringPayout, Shortage } from '../model/recurring-payout.ts';
import type { RecurringPayoutStatus } from '../model/status.ts';

/** Where the status of a recurring payout goes, and what changes with it. */
export interface PayoutMove {
  readonly id: string;
  readonly from: RecurringPayoutStatus;
  readonly to: RecurringPayoutStatus;
  readonly changes?: Updateable<RecurringPayoutTable>;
}

/** Moves a status where it is still `from`, and lets a worker look at it; returns whether it was. */
export async function movePayoutStatus(
  ctx: Context,
  { id, from, to, changes = {} }: PayoutMove,
): Promise<boolean> {
  const hasEnded = to === 'completed' || to === 'cancelled';
  const { numUpdatedRows } = await ctx.db
    .updateTable('recurring_payout')
    .set({ next_check_at: ctx.now(), ...changes })
    .set({
      status: to,
      ended_at: hasEnded ? ctx.now() : null,
      paused_at: to === 'paused' ? ctx.now() : null,
    })
    .where('id', '=', id)
    .where('status', '=', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The columns of a signature. */
export function signedWith(signature: Hex, signedBlock: bigint): Updateable<RecurringPayoutTable> {
  return { signature: bytesOf(signature), signed_block: signedBlock };
}

interface Failure {
  readonly reason: string;
  readonly retryAt: Date | null;
  readonly count: number;
}

/** Counts a failure of the open instalment, unless somebody has since `payout` was read; returns whether it did. */
export async function recordFailure(
  ctx: Context,
  { id, failureCount }: Pick<RecurringPayout, 'id' | 'failureCount'>,
  { reason, retryAt, count }: Failure,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update recurring_payout
    set failure_count = ${count}, failure_reason = ${reason}, retry_at = ${retryAt}
    where id = ${id} and failure_count = ${failureCount} and status = 'active'`.execute(ctx.db);
  return numAffectedRows === 1n;
}

/** Forgets the failures of an instalment that was paid since. */
export async function clearFailures(ctx: Context, id: string): Promise<void> {
  await sql`
    update recurring_payout
    set failure_count = 0, failure_reason = null, retry_at = null, shortage = null,
      shortage_since = null
    where id = ${id} and status <> 'paused'`.execute(ctx.db);
}

/** Writes what the payer lacks for the next instalment. */
export async function setShortage(
  ctx: Context,
  id: string,
  shortage: Shortage | null,
): Promise<void> {
  await sql`
    update recurring_payout set shortage = ${shortage},
      shortage_since = ${shortage === null ? null : ctx.now()}
    where id = ${id} and shortage is distinct from ${shortage}`.execute(ctx.db);
}

/** Writes that the allowance is too low for what was cancelled. */
export async function setRevoked(ctx: Context, id: string): Promise<void> {
  await sql`
    update recurring_payout set revoked_at = ${ctx.now()}
    where id = ${id} and revoked_at is null and status = 'cancelled'`.execute(ctx.db);
}
