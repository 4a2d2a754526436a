import type { Context } from '#context.ts';
import { refuseField } from '#kit/failure.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { LOGO_PATH } from '#modules/orchestrators/index.ts';
import { transact } from '#platform/db/transact.ts';
import { readDisplayName } from './model/display-name.ts';
import type { MerchantProfile } from './model/merchant-profile.ts';
import { readSupportUrl, SUPPORT_URL_CHARS_MAX } from './model/support-url.ts';
import { type NamedProfile, profileScopeOf } from './profile-scope.ts';
import { putProfile, type StoredProfile } from './store.ts';

/** As a person wrote it. */
export interface SetMerchantProfileInput extends NamedProfile {
  readonly displayName: string;
  readonly logoPath?: string | null | undefined;
  readonly supportUrl?: string | null | undefined;
}

/** As with brandings. */
const LOGO_PATH_CHARS_MAX = 256;

/**
 * Sets the whole profile of an account or of one of its client IDs, in place of the one that it had; what is left out is not set. Payers see it at the next
 * load of any payment, of those that exist too. Refuses (400) what may not be shown, and (404) a client ID that is not the account's.
 */
export async function setMerchantProfile(
  ctx: Context,
  { accountId, clientId, ...input }: SetMerchantProfileInput,
): Promise<StoredProfile> {
  const profile = readProfile(input);
  return await transact(ctx, async (ctx) => {
    const scope = await profileScopeOf(ctx, { accountId, clientId });
    const stored = await putProfile(ctx, { id: ctx.newId(), ...scope, ...profile });
    await recordAudit(ctx, {
      accountId,
      action: 'merchant_profile.set',
      object: { kind: 'merchant_profile', id: stored.id },
      details: { clientId: clientId ?? null, ...profile },
    });
    return stored;
  });
}

type ProfileInput = Omit<SetMerchantProfileInput, keyof NamedProfile>;

function readProfile({ displayName, logoPath, supportUrl }: ProfileInput): MerchantProfile {
  const read = readDisplayName(displayName);
  if ('problem' in read) throw refuseField('displayName', `displayName ${read.problem}`);
  return {
    displayName: read.name,
    logoPath: logoPath == null ? null : readLogoPath(logoPath),
    supportUrl: supportUrl == null ? null : readSupport(supportUrl),
  };
}

function readLogoPath(path: string): string {
  if (path.length <= LOGO_PATH_CHARS_MAX && LOGO_PATH.test(path)) return path;
  const message =
    'logoPath must be a path below /branding/ that ends with .png, .jpg, .jpeg, .webp or .avif';
  throw refuseField('logoPath', message);
}

function readSupport(text: string): string {
  const url = text.length <= SUPPORT_URL_CHARS_MAX ? readSupportUrl(text) : undefined;
  if (url !== undefined) return url;
  const message = `supportUrl must be an address that starts with https:// or mailto:, of at most ${SUPPORT_URL_CHARS_MAX} characters`;
  throw refuseField('supportUrl', message);
}
