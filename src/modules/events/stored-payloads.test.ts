import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import type { Context } from '#context.ts';
import { transact } from '#platform/db/transact.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { insertAccount } from '../../../tests/support/payable-link.ts';
import { type PaymentPayload, SAMPLE_PAYMENT_NEWS } from './model/payment-payloads.ts';
import { recordEvents } from './record-event.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let ctx: Context;
let accountId: string;

beforeAll(async () => {
  database = await testDatabase();
  ctx = testContext({ db: database.db });
  accountId = await insertAccount(ctx.db);
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

let requests = 0;
const nextRequest = () => `01${String(++requests).padStart(64, '0')}`;

/** What is recorded of a payment; characters that take two code units, and a NUL, come from whoever created its link. */
function newsOf(
  event: 'payment.confirmed' | 'payment.partial' | 'payment.finalized',
  requestId: string,
  changed: Partial<PaymentPayload> = {},
): PaymentPayload {
  return {
    ...SAMPLE_PAYMENT_NEWS,
    fees: [...SAMPLE_PAYMENT_NEWS.fees],
    reference: '💶 \u0000 "of", "two"\\u0000',
    requestId,
    requestID: requestId,
    seen: SAMPLE.seen,
    confirmed: SAMPLE.confirmed,
    finalized: event === 'payment.finalized' ? SAMPLE.confirmed : null,
    ...changed,
    event,
  };
}

const record = async (...payloads: readonly PaymentPayload[]) =>
  await transact(ctx, (ctx) =>
    recordEvents(
      ctx,
      payloads.map((payload) => ({
        accountId,
        payload,
        securePaymentToken: null,
        clientIdId: null,
        orchestratorId: null,
        origin: null,
      })),
    ),
  );

async function rowsOf(ids: readonly string[]) {
  const row = { id: sql<string>`stored_event.id` };
  const rows = await ctx.db
    .selectFrom('stored_event')
    .innerJoin('event', 'event.id', 'stored_event.id')
    .select([row.id.as('id'), 'repeats', 'stored_event.payload as stored', 'event.payload'])
    .where('stored_event.id', 'in', [...ids])
    .orderBy('stored_event.id')
    .execute();
  return rows;
}

describe('a payment that became final', () => {
  it.each(['payment.confirmed', 'payment.partial'] as const)(
    'is stored as its difference from %s, and read as it was recorded',
    async (type) => {
      const requestId = nextRequest();
      const [earlier] = await record(newsOf(type, requestId));
      const final = newsOf('payment.finalized', requestId, {
        timestamp: '2027-01-02T03:04:05.678Z',
      });
      const [row] = await rowsOf(await record(final));
      expect(row).toMatchObject({ repeats: earlier, payload: JSON.stringify(final) });
      expect(row?.stored.length).toBeLessThan(450);
    },
  );

  it('is found by its request and by its transaction, as the earlier one is', async () => {
    const requestId = nextRequest();
    const txHash = `0x${'ab'.repeat(32)}`;
    const ids = [
      ...(await record(newsOf('payment.confirmed', requestId, { txHash }))),
      ...(await record(newsOf('payment.finalized', requestId, { txHash }))),
    ];
    const ofRequest = await ctx.db
      .selectFrom('event_of_request')
      .select('event_id')
      .where('account_id', '=', accountId)
      .where('request_id', '=', requestId)
      .orderBy('event_id')
      .execute();
    const ofTransaction = await ctx.db
      .selectFrom('event_of_transaction')
      .select('event_id')
      .where('transaction_hash', '=', txHash)
      .orderBy('event_id')
      .execute();
    expect(ofRequest.map((row) => row.event_id)).toEqual(ids);
    expect(ofTransaction.map((row) => row.event_id)).toEqual(ids);
  });

  it.each([
    ['request', 'event_of_request', sql`account_id = 'an account' and request_id = any ('{a,b}')`],
    ['transaction', 'event_of_transaction', sql`transaction_hash = any ('{a,b}')`],
  ])(
    'is found by its %s without reading a table whole, before there are statistics',
    async (_, view, condition) => {
      await ctx.db.transaction().execute(async (db) => {
        await sql`set local session_replication_role = replica`.execute(db);
        await sql`insert into stored_event (id, account_id, type, schema_version, payload, created_at)
        select 'event ' || n, 'an account', 'payment.confirmed', 1, '{}', now()
        from generate_series(1, 20000) n`.execute(db);
        const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain select event_id from ${sql.table(view)} where ${condition}`.execute(db);
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        expect(plan).not.toMatch(/Seq Scan|Hash Join|Merge Join/);
        await sql`rollback`.execute(db);
      });
    },
  );

  it('is stored itself where only another transaction, request or account reported the like', async () => {
    const requestId = nextRequest();
    await record(newsOf('payment.confirmed', requestId));
    await record(newsOf('payment.finalized', nextRequest()));
    const other = newsOf('payment.finalized', requestId, { txHash: `0x${'cd'.repeat(32)}` });
    const rows = await rowsOf(await record(other, newsOf('payment.finalized', nextRequest())));
    accountId = await insertAccount(ctx.db);
    rows.push(...(await rowsOf(await record(newsOf('payment.finalized', requestId)))));
    expect(rows.map(({ repeats }) => repeats)).toEqual([null, null, null]);
    for (const { stored, payload } of rows) expect(stored).toBe(payload);
  });

  it('keeps what it repeats from being deleted', async () => {
    const requestId = nextRequest();
    const [earlier = ''] = await record(newsOf('payment.confirmed', requestId));
    await record(newsOf('payment.finalized', requestId));
    const removal = ctx.db.deleteFrom('stored_event').where('id', '=', earlier).execute();
    await expect(removal).rejects.toThrow();
  });
});

it('the previous release records its events where this one reads them', async () => {
  const id = ctx.newOrderedId();
  const payload = '{"event":"link.expired", "spaced" : true}';
  await sql`
    insert into event (id, account_id, type, schema_version, secure_payment_token, client_id_id,
      orchestrator_id, origin, payload, created_at)
    select ${id}, ${accountId}, 'link.expired', 1, null, null, null, null, ${payload}::json,
      ${ctx.now()}::timestamptz`.execute(ctx.db);
  const rows = await ctx.db.selectFrom('event').selectAll().where('id', '=', id).execute();
  expect(rows).toMatchObject([{ id, payload, type: 'link.expired' }]);
  expect(BigInt(rows[0]?.transaction_id ?? 0)).toBeGreaterThan(0n);
});
