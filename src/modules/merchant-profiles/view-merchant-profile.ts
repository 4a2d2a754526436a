import type { Context } from '#context.ts';
import { type ShownMerchant, showMerchant } from './model/merchant-profile.ts';
import { type NamedProfile, profileScopeOf } from './profile-scope.ts';
import { findEffectiveProfile, type ProfileScope, type StoredProfile } from './store.ts';

/** The profile that holds for an account or one of its client IDs: its own, else the account's. Refuses (404) a client ID that is not the account's. */
export async function viewMerchantProfile(
  ctx: Context,
  named: NamedProfile,
): Promise<StoredProfile | undefined> {
  return await findEffectiveProfile(ctx, await profileScopeOf(ctx, named));
}

/** The merchant of a payment, as everybody who opens it is shown it; undefined where it gave no name. One round trip. */
export async function findMerchant(
  ctx: Pick<Context, 'db'>,
  { accountId, clientIdId }: ProfileScope,
): Promise<ShownMerchant | undefined> {
  const profile = await findEffectiveProfile(ctx, { accountId, clientIdId });
  return profile && showMerchant(profile);
}
