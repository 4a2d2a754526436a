import {
  removeMerchantProfile,
  setMerchantProfile,
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
    printAnswer(options, stored, tableOf(stored));
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
    const profile = (await viewMerchantProfile(ctx, { accountId, clientId })) ?? null;
    printAnswer(options, profile, profile === null ? 'It gave no name.' : tableOf(profile));
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

type Profile = NonNullable<Awaited<ReturnType<typeof viewMerchantProfile>>>;

function tableOf({ displayName, logoPath, supportUrl, clientIdId, updatedAt }: Profile): string {
  const of = clientIdId === null ? 'account' : 'client ID';
  return asTable([{ of, displayName, logoPath, supportUrl, updatedAt }], '');
}
