import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { setAgain } from './model/website.ts';
import { type NamedProfile, profileScopeOf } from './profile-scope.ts';
import { readDomain } from './read-domain.ts';
import { lockProfile, putWebsite, type StoredProfile } from './store.ts';

/** Far beyond what can be guessed. */
const TOKEN_BYTES = 24;

/**
 * Sets the website of the profile that an account or one of its client IDs has, and has it checked soon. Another domain has another token and is not proven;
 * the same one keeps both and is checked again. Refuses (400) what is no domain, (404) a client ID that is not the account's, and (409) where there is no profile.
 */
export async function setMerchantWebsite(
  ctx: Context,
  { domain: text, ...named }: NamedProfile & { readonly domain: string },
): Promise<StoredProfile> {
  const domain = readDomain(text);
  return await transact(ctx, async (ctx) => {
    const profile = await lockProfile(ctx, await profileScopeOf(ctx, named));
    if (profile === undefined) throw profileMissing();
    const { website } = profile;
    if (website?.domain === domain) {
      return await putWebsite(ctx, profile.id, setAgain(website, ctx.now()));
    }
    const now = ctx.now();
    const stored = await putWebsite(ctx, profile.id, {
      domain,
      token: ctx.random(TOKEN_BYTES).toString('hex'),
      setAt: now,
      verifiedAt: null,
      checkedAt: null,
      failingSince: null,
      problem: null,
      checkAt: now,
    });
    await recordAudit(ctx, {
      accountId: named.accountId,
      action: 'merchant_website.set',
      object: { kind: 'merchant_profile', id: profile.id },
      details: { clientId: named.clientId ?? null, domain },
    });
    return stored;
  });
}

/** 409: a website stands beside a name. */
export function profileMissing(): Refusal {
  return new Refusal(
    'merchant_profile_missing',
    409,
    'There is no profile of exactly this account or client ID: set one first',
  );
}
