import type { Context } from '#context.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { type NamedProfile, profileScopeOf } from './profile-scope.ts';
import { lockProfile, putWebsite } from './store.ts';

/**
 * Removes the website of a profile with its proof; the profile stays. Returns whether there was one. Refuses (404) a client ID that is not the
 * account's.
 */
export async function removeMerchantWebsite(
  ctx: Context,
  named: NamedProfile,
): Promise<{ readonly removed: boolean }> {
  return await transact(ctx, async (ctx) => {
    const profile = await lockProfile(ctx, await profileScopeOf(ctx, named));
    if (profile?.website == null) return { removed: false };
    await putWebsite(ctx, profile.id, null);
    await recordAudit(ctx, {
      accountId: named.accountId,
      action: 'merchant_website.removed',
      object: { kind: 'merchant_profile', id: profile.id },
      details: { clientId: named.clientId ?? null, domain: profile.website.domain },
    });
    return { removed: true };
  });
}
