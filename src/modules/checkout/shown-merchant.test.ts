import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClientId } from '#modules/clients/index.ts';
import { removeMerchantProfile, setMerchantProfile } from '#modules/merchant-profiles/index.ts';
import { bundlePayers } from '../../../tests/support/bundle-payers.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { insertAccount, insertLink } from '../../../tests/support/payable-link.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';
import { viewSecurePayment } from './view-secure-payment.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

const chains = connected(stillChain('base'), stillChain('sepolia'));
const context = () => testContext({ db: database.db, chains });
const view = (token: string) => viewSecurePayment(context(), { token, query: {} });
const MERCHANT = { displayName: 'Corner shop', supportUrl: 'https://shop.example/help' };

/** A new account, which is the Corner shop. */
async function shop(): Promise<string> {
  const accountId = await insertAccount(database.db);
  await setMerchantProfile(context(), { accountId, ...MERCHANT });
  return accountId;
}

/** A link that one of the account's client IDs made. */
async function linkOfClient(accountId: string) {
  const made = await createClientId(context(), { accountId, label: 'Web', allowedDomains: [] });
  const { token } = await insertLink(database.db, { accountId });
  await database.db
    .updateTable('secure_payment')
    .set({ client_id_id: made.id })
    .where('token', '=', token)
    .execute();
  return { token, clientId: made.clientId };
}

describe('the merchant of a link', () => {
  it('is left out where it gave no name, whatever others are called', async () => {
    await shop();
    expect(await view((await insertLink(database.db)).token)).not.toHaveProperty('merchant');
  });

  it('is the account, for links of client IDs without a profile of their own too', async () => {
    const accountId = await shop();
    const { token } = await insertLink(database.db, { accountId });
    expect(await view(token)).toMatchObject({ merchant: MERCHANT });
    const made = await linkOfClient(accountId);
    expect(await view(made.token)).toMatchObject({ merchant: MERCHANT });
  });

  it('is its client ID, where that has a profile, and as a whole', async () => {
    const accountId = await shop();
    const { token, clientId } = await linkOfClient(accountId);
    await setMerchantProfile(context(), { accountId, clientId, displayName: 'Web shop' });
    expect(await view(token)).toHaveProperty('merchant', { displayName: 'Web shop' });
    const { token: other } = await linkOfClient(accountId);
    expect(await view(other)).toMatchObject({ merchant: MERCHANT });
    await removeMerchantProfile(context(), { accountId, clientId });
    expect(await view(token)).toMatchObject({ merchant: MERCHANT });
  });

  it.each([
    ['completed', 409],
    ['expired', 403],
    ['invalidated', 403],
  ])('is in the refusal of one that is %s', async (status, answered) => {
    const { token } = await insertLink(database.db, { accountId: await shop(), status });
    await expect(view(token)).rejects.toMatchObject({
      status: answered,
      body: { merchant: MERCHANT },
    });
  });
});

describe('the merchant of a bundle', () => {
  const { bundleOf, view: viewBundle } = bundlePayers(() => database.db);

  it('is shown as that of a link', async () => {
    const { token } = await bundleOf({ currencyId: 'USDC-base' }, { currencyId: 'USDC-base' });
    expect(await viewBundle(token)).not.toHaveProperty('merchant');
    const { account_id: accountId } = await database.db
      .selectFrom('multicall_payout')
      .select('account_id')
      .where('token', '=', token)
      .executeTakeFirstOrThrow();
    await setMerchantProfile(context(), { accountId, ...MERCHANT });
    expect(await viewBundle(token)).toMatchObject({ merchant: MERCHANT });
  });
});
