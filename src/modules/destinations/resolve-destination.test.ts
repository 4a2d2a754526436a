import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { insertAccount } from '../../../tests/support/payable-link.ts';
import { registerDestination } from './register-destination.ts';
import { resolveDestination } from './resolve-destination.ts';

const ONES = '0x1111111111111111111111111111111111111111';
const USDC_BASE = `${ONES}@eip155:8453#34790435:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913`;
const USDT_BASE = `${ONES}@eip155:8453#34790435:0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2`;

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

async function shop() {
  const accountId = await insertAccount(database.db);
  const actor = { kind: 'api_key', accountId, apiKeyId: 'k' } as const;
  return { accountId, ctx: testContext({ db: database.db, actor }) };
}

const resolve = (ctx: Parameters<typeof resolveDestination>[0], destinationId?: string) =>
  resolveDestination(ctx, { destinationId, within: 'requests[0]' });

describe('a payment goes', () => {
  it('to the destination that came with it', async () => {
    const { ctx, accountId } = await shop();
    await registerDestination(ctx, { accountId, destinationId: USDC_BASE });
    const found = await resolve(ctx, USDT_BASE.replace('#34790435', ''));
    expect(found.text).toBe(USDT_BASE);
    expect(found.currency.id).toBe('USDT-base');
  });

  it('else to the newest active destination of the account, and to nobody else’s', async () => {
    const { ctx, accountId } = await shop();
    const other = await shop();
    await registerDestination(ctx, { accountId, destinationId: USDC_BASE });
    await registerDestination(ctx, { accountId, destinationId: USDT_BASE });
    expect((await resolve(ctx)).currency.id).toBe('USDT-base');
    await expect(resolve(other.ctx)).rejects.toThrow(/there is no active payment destination/);

    // A wallet has one: the older one ended with the newer one.
    await database.db
      .updateTable('payee_destination')
      .set({ active: false })
      .where('destination_id', '=', USDT_BASE)
      .execute();
    await expect(resolve(ctx)).rejects.toThrow(/there is no active payment destination/);
  });
});

describe('a destination', () => {
  it('that is registered twice is one, and active', async () => {
    const { ctx, accountId } = await shop();
    const first = await registerDestination(ctx, { accountId, destinationId: USDC_BASE });
    await database.db
      .updateTable('payee_destination')
      .set({ active: false })
      .where('id', '=', first.id)
      .execute();
    const again = await registerDestination(ctx, {
      accountId,
      destinationId: USDC_BASE.toLowerCase().replace('eip155:8453#34790435', 'eip155:8453'),
    });
    expect(again).toMatchObject({ id: first.id, destinationId: USDC_BASE });
    expect((await resolve(ctx)).text).toBe(USDC_BASE);
  });

  it.each([
    ['an unlisted token', `${ONES}@eip155:8453:0x2222222222222222222222222222222222222222`],
    ['a token of another network', USDC_BASE.replace('8453#34790435', '1')],
    [
      'a listed token that is no destination’s',
      `${ONES}@eip155:1:0x6B175474E89094C44Da98b954EedeAC495271d0F`,
    ],
    [
      'the separate USDT0 on Optimism',
      `${ONES}@eip155:10:0x01bFF41798a0BcF287b996046Ca68b395DbC1071`,
    ],
  ])('of %s is refused, and the ones that can be paid are named', async (_, destinationId) => {
    const { ctx, accountId } = await shop();
    const supported = /is not supported on .*; supported are .*USDC \(0x.*USDT \(0x/;
    await expect(resolve(ctx, destinationId)).rejects.toThrow(supported);
    await expect(registerDestination(ctx, { accountId, destinationId })).rejects.toThrow(supported);
    const stored = database.db.selectFrom('payee_destination').select('id');
    expect(await stored.where('account_id', '=', accountId).execute()).toEqual([]);
  });
});
