import { accountOf, type Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { deleteSavedPayout } from './store.ts';

/** Removes a saved payout for good; payouts that were made of it stay. Refuses (404) one that the account does not have. */
export async function removeSavedPayout(
  ctx: Context,
  { id }: { readonly id: string },
): Promise<{ readonly removed: true }> {
  const accountId = accountOf(ctx);
  await transact(ctx, async (ctx) => {
    if (!(await deleteSavedPayout(ctx, { accountId, id }))) throw savedPayoutNotFound();
    const object = { kind: 'saved_payout', id };
    await recordAudit(ctx, { accountId, action: 'saved_payout.removed', object });
  });
  return { removed: true };
}

/** 404: the account has saved no such payout. */
export function savedPayoutNotFound(): Refusal {
  return new Refusal('saved_payout_not_found', 404, 'Saved payout not found');
}
