import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEST_TIME, testContext, testDatabase } from '../../../tests/support/database.ts';
import { insertLink } from '../../../tests/support/payable-link.ts';
import { expireSecurePayments } from './expire-secure-payments.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

async function statusOf(token: string): Promise<string> {
  const row = await database.db
    .selectFrom('secure_payment')
    .select('status')
    .where('token', '=', token)
    .executeTakeFirstOrThrow();
  return row.status;
}

describe('a deadline', () => {
  it('expires pending links, each once and with its event, and no others', async () => {
    const ctx = testContext({ db: database.db });
    const due = await Promise.all(
      Array.from({ length: 9 }, () => insertLink(ctx.db, { expiresAt: TEST_TIME })),
    );
    const open = await insertLink(ctx.db, { expiresAt: new Date(TEST_TIME.getTime() + 1) });
    const paid = await insertLink(ctx.db, { expiresAt: TEST_TIME, status: 'completed' });
    const expired = await Promise.all([
      expireSecurePayments(ctx, 4),
      expireSecurePayments(ctx, 4),
      expireSecurePayments(ctx, 4),
    ]);
    const rest = await expireSecurePayments(ctx, 100);
    expect(expired.reduce((sum, count) => sum + count, rest)).toBe(9);
    for (const link of due) expect(await statusOf(link.token)).toBe('expired');
    expect(await statusOf(open.token)).toBe('pending');
    expect(await statusOf(paid.token)).toBe('completed');
    const events = await ctx.db.selectFrom('event').select(['type', 'payload']).execute();
    expect(events).toHaveLength(9);
    expect(events[0]?.type).toBe('link.expired');
    expect(await ctx.db.selectFrom('outbox').selectAll().execute()).toEqual([]);
    expect(await expireSecurePayments(ctx, 100)).toBe(0);
  });
});
