import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderedIdMaker } from '#kit/ulid.ts';
import { setMerchantProfile } from '#modules/merchant-profiles/index.ts';
import { countStatements } from '../../../tests/support/count-statements.ts';
import { TEST_TIME, testContext, testDatabase } from '../../../tests/support/database.ts';
import {
  insertAccount,
  insertClientId,
  insertLink,
  type PayableLink,
} from '../../../tests/support/payable-link.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';
import { viewSecurePayment } from './view-secure-payment.ts';

const newId = orderedIdMaker(() => TEST_TIME);

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

const context = () => testContext({ db: database.db, chains: connected(stillChain('base')) });

/** A payment from another network that was reported for a link. */
async function insertIntent({ accountId, token, requestRowId }: PayableLink): Promise<void> {
  await database.db
    .insertInto('payment_intent')
    .values({
      id: newId(),
      account_id: accountId,
      secure_payment_token: token,
      request_id: requestRowId,
      status: 'source_seen',
      network: 'arbitrum-one',
      transaction_hash: randomBytes(32),
      reported: '{}',
      created_at: TEST_TIME,
    })
    .execute();
}

/** Links of two merchants, one of which has a name, and another for one of its client IDs; some have intents. */
async function insertLinks(): Promise<readonly PayableLink[]> {
  const [nameless, shop] = [await insertAccount(database.db), await insertAccount(database.db)];
  const web = await insertClientId(database.db, shop);
  const other = await insertClientId(database.db, shop);
  await setMerchantProfile(context(), { accountId: shop, displayName: 'Corner shop' });
  const { clientId } = web;
  await setMerchantProfile(context(), { accountId: shop, clientId, displayName: 'Web shop' });
  const owners = [
    { accountId: nameless },
    { accountId: shop },
    { accountId: shop, clientIdId: web.id },
    { accountId: shop, clientIdId: other.id },
  ];
  const links: PayableLink[] = [];
  for (const owner of [...owners, ...owners, ...owners]) {
    links.push(await insertLink(database.db, { ...owner, currencyId: 'USDC-base' }));
  }
  for (const link of links.slice(2, 5)) await insertIntent(link);
  return links;
}

describe('links that payers read at the same moment', () => {
  it('share their statements, and each is answered as when it is read alone', async () => {
    const links = await insertLinks();
    const alone: unknown[] = [];
    for (const { token } of links) {
      alone.push(await viewSecurePayment(context(), { token, query: {} }));
    }
    let together: readonly unknown[] = [];
    const statements = await countStatements(context(), async (ctx) => {
      const views = links.map(({ token }) => viewSecurePayment(ctx, { token, query: {} }));
      together = await Promise.all(views);
    });
    expect(together).toEqual(alone);
    const names = ['Corner shop', 'Web shop', 'Corner shop'].map((displayName) => ({
      displayName,
    }));
    expect(together.slice(0, 4)).toMatchObject([{}, ...names.map((merchant) => ({ merchant }))]);
    expect(together[0]).not.toHaveProperty('merchant');
    expect(together[2]).toMatchObject({ paymentIntents: [{ status: 'source_seen' }] });
    // The links, their merchants, and what was reported for them.
    expect(statements).toBe(3);
    const unreported = links.slice(5);
    const few = await countStatements(context(), async (ctx) => {
      await Promise.all(
        unreported.map(({ token }) => viewSecurePayment(ctx, { token, query: {} })),
      );
    });
    expect(few).toBe(2);
  });
});
