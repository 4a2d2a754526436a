import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transact } from '#platform/db/transact.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { insertAccount } from '../../../tests/support/payable-link.ts';
import { type EventDraft, recordEvent } from './record-event.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

function draft(accountId: string, token = 'one'): EventDraft {
  return {
    accountId,
    securePaymentToken: null,
    clientIdId: null,
    orchestratorId: null,
    origin: null,
    payload: {
      event: 'link.expired',
      securePaymentToken: token,
      paymentToken: token,
      expiresAt: '2026-01-02T03:04:05.000Z',
      timestamp: '2026-01-02T03:04:05.000Z',
    },
  };
}

describe('recording', () => {
  it('stores the payload unchanged, and refuses to edit it', async () => {
    const ctx = testContext({ db: database.db });
    const wanted = draft(await insertAccount(ctx.db), 'Ünï "quoted"');
    const id = await transact(ctx, (ctx) => recordEvent(ctx, wanted));
    const row = await ctx.db
      .selectFrom('event')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.payload).toBe(JSON.stringify(wanted.payload));
    await expect(
      ctx.db.updateTable('event').set({ type: 'x' }).where('id', '=', id).execute(),
    ).rejects.toThrow(/never changed/);
  });

  it('vanishes with the transaction of its change', async () => {
    const ctx = testContext({ db: database.db });
    const accountId = await insertAccount(ctx.db);
    await expect(
      transact(ctx, async (ctx) => {
        await recordEvent(ctx, draft(accountId));
        throw new Error('killed');
      }),
    ).rejects.toThrow(/killed/);
    const rows = await ctx.db
      .selectFrom('event')
      .select('id')
      .where('account_id', '=', accountId)
      .execute();
    expect(rows).toEqual([]);
  });

  it('is refused outside of a transaction, and with a payload that is not as declared', async () => {
    const ctx = testContext({ db: database.db });
    const wanted = draft(await insertAccount(ctx.db));
    await expect(recordEvent(ctx, wanted)).rejects.toThrow(/transaction/);
    const wrong = { ...wanted, payload: { ...wanted.payload, timestamp: 'today' } };
    await expect(transact(ctx, (ctx) => recordEvent(ctx, wrong))).rejects.toThrow(/declared/);
  });
});
