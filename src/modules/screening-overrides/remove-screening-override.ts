import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import type { ScreeningOverride } from './model/screening-override.ts';
import { deleteOverride } from './store.ts';

/** Which override ends. */
interface RemoveOverrideInput {
  readonly id: string;
  /** Whose it must be, and set by itself; undefined for an operator, who ends any. */
  readonly accountId?: string;
}

/**
 * Ends what was decided in advance about a wallet, with an entry in the audit log of its account: from now on the wallet is judged as any other. Refuses
 * (404) an unknown one, that of another account, and for an account one that the operator has set.
 */
export async function removeScreeningOverride(
  ctx: Context,
  { id, accountId }: RemoveOverrideInput,
): Promise<ScreeningOverride> {
  return await transact(ctx, async (ctx) => {
    const setBy = accountId === undefined ? undefined : 'account';
    const removed = await deleteOverride(ctx, { id, accountId, setBy });
    if (removed === undefined) throw overrideNotFound();
    await recordAudit(ctx, {
      accountId: removed.accountId,
      action: 'screening_override.removed',
      object: { kind: 'screening_override', id },
      details: { walletAddress: removed.walletAddress, decision: removed.decision },
    });
    return removed;
  });
}

/** 404: the account has set no such override. */
export function overrideNotFound(): Refusal {
  return new Refusal('screening_override_not_found', 404, 'Screening override not found');
}
