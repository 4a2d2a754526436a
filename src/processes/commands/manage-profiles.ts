import {
  describeWebsite,
  removeMerchantProfile,
  removeMerchantWebsite,
  setMerchantProfile,
  setMerchantWebsite,
  viewMerchantProfile,
} from '#modules/merchant-profiles/index.ts';
import { checkAccount } from './manage-accounts.ts';
import { asTable, type OutputOptions, printAnswer } from './print-answer.ts';
import type { Environment } from './read-config.ts';
import { withContext } from './with-context.ts';

interface ProfileOptions extends OutputOptions {
  /** The account's id. */
  readonly account: string;
  /** One of its client IDs. */
  readonly clientId?: string;
}

interface NewProfile extends ProfileOptions {
  readonly name: string;
  readonly logo?: string;
  readonly support?: string;
}

/** Sets the whole profile of an account or of one of its client IDs, with an entry in its audit log. Refuses as `setMerchantProfile` does. */
export async function setProfile(environment: Environment, options: NewProfile): Promise<void> {
  await withContext(environment, async (ctx) => {
    const { account: accountId, clientId, name: displayName, logo, support } = options;
    await checkAccount(ctx, accountId);
    const input = { accountId, clientId, displayName, logoPath: logo, supportUrl: support };
    const stored = await setMerchantProfile(ctx, input);
    printAnswer(options, shownOf(stored), tableOf(stored));
  });
}

/** Prints the profile that holds for an account or one of its client IDs. */
export async function printProfile(
  environment: Environment,
  options: ProfileOptions,
): Promise<void> {
  await withContext(environment, async (ctx) => {
    const { account: accountId, clientId } = options;
    await checkAccount(ctx, accountId);
    const profile = await viewMerchantProfile(ctx, { accountId, clientId });
    if (profile === undefined) printAnswer(options, null, 'It gave no name.');
    else printAnswer(options, shownOf(profile), tableOf(profile));
  });
}

/** Removes a profile, with an entry in the audit log of its account. */
export async function removeProfile(
  environment: Environment,
  options: ProfileOptions,
): Promise<void> {
  await withContext(environment, async (ctx) => {
    const { account: accountId, clientId } = options;
    await checkAccount(ctx, accountId);
    const answer = await removeMerchantProfile(ctx, { accountId, clientId });
    printAnswer(options, answer, answer.removed ? 'It is removed.' : 'There was none.');
  });
}

/**
 * Sets the website of a profile, or has it checked again; another domain is in the audit log of its account. Refuses as
 * `setMerchantWebsite` does.
 */
export async function setWebsite(
  environment: Environment,
  options: ProfileOptions & { readonly domain: string },
): Promise<void> {
  await withContext(environment, async (ctx) => {
    const { account: accountId, clientId, domain } = options;
    await checkAccount(ctx, accountId);
    const stored = await setMerchantWebsite(ctx, { accountId, clientId, domain });
    printAnswer(options, shownOf(stored), proofOf(stored));
  });
}

/** Removes the website of a profile, with an entry in the audit log of its account. */
export async function removeWebsite(
  environment: Environment,
  options: ProfileOptions,
): Promise<void> {
  await withContext(environment, async (ctx) => {
    const { account: accountId, clientId } = options;
    await checkAccount(ctx, accountId);
    const answer = await removeMerchantWebsite(ctx, { accountId, clientId });
    printAnswer(options, answer, answer.removed ? 'It is removed.' : 'There was none.');
  });
}

type Profile = NonNullable<Awaited<ReturnType<typeof viewMerchantProfile>>>;

const websiteOf = ({ website }: Profile) => website && describeWebsite(website);

const shownOf = (profile: Profile) => ({ ...profile, website: websiteOf(profile) });

function tableOf(profile: Profile): string {
  const { displayName, logoPath, supportUrl, clientIdId, updatedAt } = profile;
  const of = clientIdId === null ? 'account' : 'client ID';
  const proof = websiteOf(profile);
  const website = proof && `${proof.domain} (${proof.status})`;
  return asTable([{ of, displayName, logoPath, supportUrl, website, updatedAt }], '');
}

/** How far the proof is, and where its text belongs. */
function proofOf(profile: Profile): string {
  const proof = websiteOf(profile);
  if (proof === null) return '';
  const { domain, status, verifiedAt, proofText, fileUrl, recordName } = proof;
  return [
    asTable([{ domain, status, verifiedAt, proofText }], ''),
    `A line of ${fileUrl}, or a TXT record at ${recordName}, must be the proofText.`,
  ].join('\n');
}
