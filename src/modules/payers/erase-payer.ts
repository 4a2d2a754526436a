import type { Context } from '#context.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { userRefOf } from './model/payer.ts';
import { claimPayersGivenBefore, erasePayerRow, type PayerKey } from './store/erasures.ts';

/** Why personal data was erased: somebody said so, or it was kept as long as it may be. */
export type ErasureReason = 'request' | 'retention';

/**
 * Erases what is known of a payer and ends every check of their identity. The integrator's id names nobody then, and may be used for a new
 * payer. What was paid stays, as it holds nothing of the person. Returns the references of the checks that identity providers may have, to have
 * them erase their part; none where there was no such payer.
 */
export async function erasePayer(
  ctx: Context,
  payer: PayerKey,
  reason: ErasureReason,
): Promise<readonly string[]> {
  return await transact(ctx, async (ctx) => {
    const erased = await erasePayerRow(ctx, payer);
    if (erased === undefined) return [];
    const { identityProvider, checkNumber } = erased;
    await recordAudit(ctx, {
      accountId: payer.accountId,
      action: 'payer.erased',
      object: { kind: 'payer', id: payer.id },
      details: { reason, identityProvider, checkNumber },
    });
    const numbers = Array.from({ length: checkNumber }, (_, i) => i + 1);
    return numbers.map((number) => userRefOf({ id: payer.id, checkNumber: number }));
  });
}

/**
 * Hands out up to `limit` payers whose data was given before, each to one caller, in the caller's transaction: it erases them and all that
 * belongs to them.
 */
export const claimExpiredPayers = claimPayersGivenBefore;
