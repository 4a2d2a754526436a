import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { updateClientId } from '#modules/clients/update-client-id.ts';
import { listen } from '#platform/db/listen.ts';
import { runSweeps } from '#platform/sweep.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { insertAccount, insertClientId, insertLink } from '../../../tests/support/payable-link.ts';
import { writeUnchecked } from '../../../tests/support/write-unchecked.ts';
import { invalidateSecurePayments } from './invalidate-secure-payments.ts';
import { linksOfRevoked } from './store/withdrawal.ts';
import { sweeps } from './sweeps.ts';

const log = pino({ level: 'silent' });

let database: Awaited<ReturnType<typeof testDatabase>>;
let ctx: Context;
let accountId: string;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(async () => {
  accountId = await insertAccount(database.db);
  const actor = { kind: 'api_key', accountId, apiKeyId: 'k' } as const;
  ctx = testContext({ db: database.db, actor });
});

async function clientId(status: 'active' | 'inactive' | 'revoked'): Promise<string> {
  const { id } = await insertClientId(ctx.db, accountId);
  if (status !== 'active') await updateClientId(ctx, { id, status });
  return id;
}

const linkOf = (parts: Parameters<typeof insertLink>[1]) =>
  insertLink(ctx.db, { accountId, ...parts });

async function statusOf({ token }: { readonly token: string }): Promise<string> {
  const { status } = await ctx.db
    .selectFrom('secure_payment')
    .select('status')
    .where('token', '=', token)
    .executeTakeFirstOrThrow();
  return status;
}

const events = () =>
  ctx.db.selectFrom('event').selectAll().where('account_id', '=', accountId).execute();

describe('the pending links of a revoked client ID', () => {
  it('are withdrawn, each once and with its event, which only the feed has', async () => {
    const [clientIdId, origin] = [await clientId('revoked'), 'https://shop.example'];
    const links = await Promise.all(
      Array.from({ length: 9 }, () => linkOf({ clientIdId, origin, flow: 'outgoing' })),
    );
    const counts = await Promise.all([
      invalidateSecurePayments(ctx, 4),
      invalidateSecurePayments(ctx, 4),
      invalidateSecurePayments(ctx, 4),
    ]);
    for (const count of counts) expect(count).toBeLessThanOrEqual(4);
    const rest = await invalidateSecurePayments(ctx, 100);
    expect(counts.reduce((sum, count) => sum + count, rest)).toBe(9);
    for (const link of links) expect(await statusOf(link)).toBe('invalidated');
    const recorded = await events();
    expect(recorded.map((row) => row.secure_payment_token).sort()).toEqual(
      links.map(({ token }) => token).sort(),
    );
    expect(recorded[0]).toMatchObject({
      type: 'link.invalidated',
      client_id_id: clientIdId,
      origin,
    });
    expect(JSON.parse(recorded[0]?.payload ?? '')).toEqual({
      event: 'link.invalidated',
      securePaymentToken: recorded[0]?.secure_payment_token,
      paymentToken: recorded[0]?.secure_payment_token,
      reason: 'client_id_revoked',
      timestamp: expect.any(String),
    });
    expect(await ctx.db.selectFrom('outbox').selectAll().execute()).toEqual([]);
    expect(await invalidateSecurePayments(ctx, 100)).toBe(0);
  });

  it('alone: what has ended stays as it is, and so does what others or no client ID made', async () => {
    const revoked = await clientId('revoked');
    const kept = [
      await linkOf({ clientIdId: revoked, status: 'completed' }),
      await linkOf({ clientIdId: revoked, status: 'expired' }),
      await linkOf({ clientIdId: await clientId('active') }),
      await linkOf({ clientIdId: await clientId('inactive') }),
      await linkOf({}),
    ];
    const before = await Promise.all(kept.map(statusOf));
    expect(await invalidateSecurePayments(ctx, 100)).toBe(0);
    expect(await Promise.all(kept.map(statusOf))).toEqual(before);
    expect(await events()).toEqual([]);
  });

  it('are withdrawn as soon as it is revoked, long before the next run of the sweep', async () => {
    const clientIdId = await clientId('active');
    const link = await linkOf({ clientIdId });
    const before = await linkOf({ clientIdId: await clientId('revoked') });
    const stop = new AbortController();
    const listening = listen(database.url, { log });
    const running = runSweeps(sweeps, { ctx, wake: listening.wake, log }, stop.signal);
    try {
      await listening.ready();
      // The first run is over, so that only the revocation can be what wakes it in time.
      await expect.poll(() => statusOf(before)).toBe('invalidated');
      await updateClientId(ctx, { id: clientIdId, status: 'revoked' });
      await expect.poll(() => statusOf(link), { timeout: 120_000 }).toBe('invalidated');
    } finally {
      stop.abort();
      await running;
      await listening.close();
    }
  });

  it('are found by indexes alone, among many others', async () => {
    const { id } = await insertClientId(ctx.db, accountId);
    await writeUnchecked(
      ctx.db,
      sql`
      insert into client_id (id, account_id, client_id, label, status, created_at)
      select 'client_' || n, ${accountId}, 'cli_plan_' || n, 'A shop front',
        case when n % 200 = 0 then 'revoked' else 'active' end, now()
      from generate_series(1, 2000) n`,
    );
    await writeUnchecked(
      ctx.db,
      sql`
      insert into secure_payment (token, account_id, client_id_id, payment_type, flow, status,
        created_at, expires_at)
      select 'plan_' || n, ${accountId}, 'client_' || (1 + n % 2000), 'single', 'incoming',
        case when n % 10 = 0 then 'pending' else 'completed' end, now(), now() + interval '7 days'
      from generate_series(1, 20000) n`,
    );
    await linkOf({ clientIdId: id });
    await sql`analyze`.execute(ctx.db);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain ${linksOfRevoked(200)}`.execute(ctx.db);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('secure_payment_open_client');
    expect(plan).toContain('client_id_revoked');
    expect(plan).not.toMatch(/Seq Scan on (secure_payment|client_id)\b/);
  });
});
