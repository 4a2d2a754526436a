import type { Context } from '#context.ts';
import type { PaymentDetailStatus } from '../model/status.ts';

/** Where the status of a bank account goes, and what changes with it. */
export interface DetailMove {
  readonly id: string;
  readonly from: PaymentDetailStatus;
  readonly to: PaymentDetailStatus;
  readonly reason: string | null;
  readonly nextCheckAt: Date | null;
}

/** Moves a status where it is still `from` and nothing was erased; returns whether it was. */
export async function moveDetailStatus(ctx: Context, move: DetailMove): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('payment_detail')
    .set({
      status: move.to,
      failure_reason: move.reason,
      next_check_at: move.nextCheckAt,
      failure_count: 0,
      updated_at: ctx.now(),
    })
    .where('id', '=', move.id)
    .where('status', '=', move.from)
    .where('erased_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** When the provider is asked again, after nothing has changed; `failureCount` counts the times in a row without a result. */
export async function postponeCheck(
  ctx: Context,
  id: string,
  { nextCheckAt, failureCount }: { readonly nextCheckAt: Date; readonly failureCount: number },
): Promise<void> {
  await ctx.db
    .updateTable('payment_detail')
    .set({ next_check_at: nextCheckAt, failure_count: failureCount })
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .execute();
}

/** Writes what the provider calls the account, also where the rest was erased meanwhile: it is to be erased there too. */
export async function setProviderAccount(
  ctx: Context,
  id: string,
  providerAccountId: string,
): Promise<void> {
  await ctx.db
    .updateTable('payment_detail')
    .set({ provider_account_id: providerAccountId })
    .where('id', '=', id)
    .execute();
}
