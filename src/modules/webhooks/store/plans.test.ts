import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { type OpenDatabase, openDatabase } from '#platform/db/pool.ts';
import { testContext, testDatabase } from '../../../../tests/support/database.ts';
import { expectFewReads, TIMES } from '../../../../tests/support/few-reads.ts';
import { insertAccount } from '../../../../tests/support/payable-link.ts';
import { writeUnchecked } from '../../../../tests/support/write-unchecked.ts';
import { createWebhook } from '../create-webhook.ts';
import { claimDeliveries, type EndedAttempt, endAttempts } from './deliveries.ts';

const TABLES = ['stored_event', 'webhook_delivery', 'webhook_delivery_body', 'webhook_event_body'];

const PENDING = 20_000;

/** What a test is sent, and what an event. */
const BODIES = { test: '{}', event: '{"event":"payment.confirmed","of":"the event"}' };

/** The row itself, its version before the claim, and what foreign keys check. */
const ROWS_MAX = 8;

/** Some levels of each index; one index from end to end has more than twice as many. */
const BLOCKS_MAX = 60;

let database: Awaited<ReturnType<typeof testDatabase>>;
let single: OpenDatabase;
let ctx: Context;
let endpoint: { readonly id: string; readonly accountId: string };

beforeAll(async () => {
  database = await testDatabase();
  single = openDatabase(database.url, { log: pino({ level: 'silent' }), connectionsMax: 1 });
  ctx = testContext({ db: single.db });
  const accountId = await insertAccount(database.db);
  const actor = { kind: 'api_key', accountId, apiKeyId: 'key' } as const;
  const { id } = await createWebhook({ ...ctx, actor }, { url: 'https://receiver.example/hook' });
  endpoint = { id, accountId };
  // New statistics would make PostgreSQL plan again; here it keeps its plan.
  for (const table of TABLES) {
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = off)`.execute(database.db);
  }
});
afterAll(async () => {
  await single.close();
  await database[Symbol.asyncDispose]();
});

const claim = async () => {
  const now = ctx.now();
  const leaseUntil = new Date(now.getTime() + 1_000_000);
  return await claimDeliveries(ctx, { now, leaseUntil, share: 1, shares: {}, limit: 1 });
};

const endedAttempt = (deliveryId: string): EndedAttempt => ({
  deliveryId,
  endpointId: endpoint.id,
  isTest: false,
  retryCount: 0,
  startedAt: ctx.now(),
  durationMs: 1,
  responseStatus: 204,
  failure: null,
  excerpt: null,
  status: 'delivered',
  dueAt: ctx.now(),
  finishedAt: ctx.now(),
});

const end = async (ids: readonly string[]) =>
  await endAttempts(ctx, ids.map(endedAttempt), { switchOffAfterMs: 0 });

/** Every second one is a test; the others report an event each. */
const insertPending = () =>
  writeUnchecked(
    database.db,
    sql`
    with new as (
      select lpad(n::text, 10, '0') as number, n % 2 = 0 as is_test
      from generate_series(1, ${PENDING}::integer) n
    ), reported as (
      insert into stored_event (id, account_id, type, schema_version, payload, created_at)
      select 'event ' || number, ${endpoint.accountId}, 'payment.confirmed', 1,
        '{"event":"payment.confirmed","of":"the event"}', ${ctx.now()}::timestamptz
      from new where not is_test
    ), shared as (
      insert into webhook_event_body (event_id, number, event_types, text_before_type, copied_from,
        copied_length, text_at_end)
      select 'event ' || number, 0, array['payment.confirmed'], '{"event":"', 28, 18, '}'
      from new where not is_test
    ), delivery as (
      insert into webhook_delivery (id, account_id, event_id, webhook_endpoint_id, event_type, is_test,
        status, due_at, created_at)
      select 'delivery ' || number, ${endpoint.accountId},
        case when not is_test then 'event ' || number end, ${endpoint.id},
        'payment.confirmed', is_test, 'pending', ${ctx.now()}::timestamptz, ${ctx.now()}::timestamptz
      from new
    )
    insert into webhook_delivery_body (webhook_delivery_id, body)
    select 'delivery ' || number, ${BODIES.test} from new where is_test`,
  );

const few = () => ({
  db: single.db,
  tables: TABLES,
  rowsMax: ROWS_MAX,
  blocksMax: BLOCKS_MAX,
});

describe.each([
  ['that was never vacuumed', undefined],
  [
    'that was vacuumed',
    sql`vacuum (analyze) stored_event, webhook_delivery, webhook_delivery_body, webhook_event_body`,
  ],
])('a connection that planned its statements on an empty table %s', (_name, prepare) => {
  beforeAll(async () => {
    await sql`truncate webhook_delivery, stored_event cascade`.execute(database.db);
    await prepare?.execute(database.db);
    for (let time = 0; time < TIMES; time += 1) {
      expect(await claim()).toEqual([]);
      await end(['nobody']);
    }
    await insertPending();
  });

  it('claims one delivery without reading the others', async () => {
    await expectFewReads(few(), async () => {
      const claimed = await claim();
      expect(claimed.map(({ isTest, body }) => [isTest, body])).toEqual(
        claimed.map(({ isTest }) => [isTest, isTest ? BODIES.test : BODIES.event]),
      );
      expect(claimed).toHaveLength(1);
    });
  });

  it('ends one delivery without reading the others', async () => {
    const { rows } = await sql<{ id: string }>`
      select id from webhook_delivery order by id`.execute(database.db);
    const ids = rows.map(({ id }) => id);
    await expectFewReads(few(), () => end(ids.splice(0, 1)));
    const { rows: delivered } = await sql<{ count: bigint }>`
      select count(*) from webhook_delivery where status = 'delivered'`.execute(database.db);
    expect(delivered).toEqual([{ count: BigInt(TIMES) }]);
  });
});
