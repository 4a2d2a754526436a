import type { Context } from '#context.ts';
import { transact } from '#platform/db/transact.ts';
import { refreshStatus } from './refresh-status.ts';
import { lockDuePayments } from './store/payments.ts';

/** Expires up to `limit` payments that nobody authorised or captured in time; returns how many were due. */
export async function expireCommercePayments(ctx: Context, limit: number): Promise<number> {
  return await transact(ctx, async (ctx) => {
    const due = await lockDuePayments(ctx, limit);
    for (const { id } of due) await refreshStatus(ctx, id);
    return due.length;
  });
}
