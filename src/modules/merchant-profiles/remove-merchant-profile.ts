import type { Context } from '#context.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { type NamedProfile, profileScopeOf } from './profile-scope.ts';
import { deleteProfile } from './store.ts';

/**
 * Removes the profile of an account or of one of its client IDs, for which the account's then holds. Returns whether there was one. Refuses (404) a client ID
 * that is not the account's.
 */
export async function removeMerchantProfile(
  ctx: Context,
  named: NamedProfile,
): Promise<{ readonly removed: boolean }> {
  return await transact(ctx, async (ctx) => {
    const id = await deleteProfile(ctx, await profileScopeOf(ctx, named));
    if (id === undefined) return { removed: false };
    await recordAudit(ctx, {
      accountId: named.accountId,
      action: 'merchant_profile.removed',
      object: { kind: 'merchant_profile', id },
      details: { clientId: named.clientId ?? null },
    });
    return { removed: true };
  });
}
