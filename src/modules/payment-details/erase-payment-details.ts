import type { Context } from '#context.ts';
import { recordAudit } from '#modules/audit/index.ts';
import type { ErasureReason } from '#modules/payers/index.ts';
import { transact } from '#platform/db/transact.ts';
import { type ErasedDetail, eraseDetailsGivenBefore, eraseDetailsOf } from './store/erasures.ts';

/**
 * Erases what is known of the bank accounts of a payer, and returns them by the ids that the provider knows them by. They can no longer be paid
 * out to. Those ids stay, to have the provider erase its part.
 */
export async function eraseDetails(
  ctx: Context,
  payer: { readonly accountId: string; readonly payerId: string },
  reason: ErasureReason,
): Promise<readonly ErasedDetail[]> {
  const erased = await eraseDetailsOf(ctx, payer);
  await recordErasures(ctx, erased, reason);
  return erased;
}

/** Erases up to `limit` bank accounts that were given at this time or before; returns how many. */
export async function eraseExpiredDetails(
  ctx: Context,
  before: Date,
  limit: number,
): Promise<number> {
  return await transact(ctx, async (ctx) => {
    const erased = await eraseDetailsGivenBefore(ctx, before, limit);
    await recordErasures(ctx, erased, 'retention');
    return erased.length;
  });
}

async function recordErasures(
  ctx: Context,
  erased: readonly ErasedDetail[],
  reason: ErasureReason,
): Promise<void> {
  for (const { id, accountId, providerAccountId } of erased) {
    await recordAudit(ctx, {
      accountId,
      action: 'payment_detail.erased',
      object: { kind: 'payment_detail', id },
      details: { reason, providerAccountId },
    });
  }
}
