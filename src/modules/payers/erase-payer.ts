import type { Context } from '#context.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { claimPayersGivenBefore, erasePayerRow, type PayerKey } from './store/erasures.ts';

/** Why personal data was erased: somebody said so, or it was kept as long as it may be. */
export type ErasureReason = 'request' | 'retention';

/**
 * Erases what is known of a payer and ends every check of their identity. The integrator's id names nobody then, and may be used for a new
 * payer. What was paid stays, as it holds nothing of the person. Returns whether there was such a payer.
 */
export async function erasePayer(
  ctx: Context,
  payer: PayerKey,
  reason: ErasureReason,
): Promise<boolean> {
  return await transact(ctx, async (ctx) => {
    if (!(await erasePayerRow(ctx, payer))) return false;
    await recordAudit(ctx, {
      accountId: payer.accountId,
      action: 'payer.erased',
      object: { kind: 'payer', id: payer.id },
      details: { reason },
    });
    return true;
  });
}

/**
 * Hands out up to `limit` payers whose data was given before, each to one caller, in the caller's transaction: it erases them and all that
 * belongs to them.
 */
export const claimExpiredPayers = claimPayersGivenBefore;
