import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { type OpenDatabase, openDatabase } from '#platform/db/pool.ts';
import type { OutboundPoster } from '#platform/outbound/outbound.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { expectFewReads, flushStatistics } from '../../../tests/support/few-reads.ts';
import { LARGE_ACCOUNT, writeManyLinks } from '../../../tests/support/many-links.ts';
import { createWebhook } from './create-webhook.ts';
import { openDeliverer } from './deliver-webhooks.ts';
import { fanOut } from './fan-out.ts';
import { webhookSweeps } from './sweeps.ts';

const EVENT_COUNT = 4_000;
const BATCH = 200;
const RULES = { sendReversions: false, sendOutstandingFees: false, processorNames: {} };

/** The row itself, and what planning reads at the ends of an index now and then. */
const ROWS_MAX = 8;

/** The test counts reads only, so no receiver is needed. */
const outbound: OutboundPoster = {
  post: async () => ({ status: 200, excerpt: '', durationMs: 1 }),
};
const sweeps = webhookSweeps({ outbound, timeoutMs: 1_000, retentionMs: 1_000_000 });

let database: Awaited<ReturnType<typeof testDatabase>>;
let single: OpenDatabase;
let ctx: Context;
beforeAll(async () => {
  database = await testDatabase();
  single = openDatabase(database.url, { log: pino({ level: 'silent' }), connectionsMax: 1 });
  ctx = testContext({ db: single.db });
  await writeManyLinks(database.db, { from: 1, to: EVENT_COUNT }, 'paid');
  const actor = { kind: 'api_key', accountId: LARGE_ACCOUNT, apiKeyId: 'key' } as const;
  await createWebhook({ ...ctx, actor }, { url: 'https://receiver.example/hook' });
  await flushStatistics(database.pool);
});
afterAll(async () => {
  await single.close();
  await database[Symbol.asyncDispose]();
});

const wait = (how: number) =>
  sql`insert into outbox select id from event order by id desc limit ${how}`.execute(single.db);

const few = () => ({
  db: single.db,
  tables: ['stored_event', 'webhook_delivery'],
  rowsMax: ROWS_MAX,
});

describe(`with ${EVENT_COUNT} events`, () => {
  it('one that waits is fanned out without reading the others, also right after all of them waited', async () => {
    for (let times = 0; times < 6; times += 1) expect(await fanOut(ctx, RULES, BATCH)).toBe(0);
    await wait(EVENT_COUNT);
    let count = 0;
    for (let batch = BATCH; batch > 0; count += batch) batch = await fanOut(ctx, RULES, BATCH);
    expect(count).toBe(EVENT_COUNT);
    // Of an account without events, so that it may wait repeatedly.
    const { rows } = await sql<{ id: string }>`
      select max(id) as id from event where account_id <> ${LARGE_ACCOUNT}`.execute(single.db);
    await expectFewReads({ ...few(), tables: ['stored_event'] }, async () => {
      await sql`insert into outbox values (${rows[0]?.id})`.execute(single.db);
      expect(await fanOut(ctx, RULES, BATCH)).toBe(1);
    });
  });

  it('a delivery is made and written down without reading the others', async () => {
    const delivered = sql`update webhook_delivery set status = 'delivered', attempts = 1,
      finished_at = due_at where status = 'pending'`;
    const { numAffectedRows } = await delivered.execute(single.db);
    expect(numAffectedRows).toBeGreaterThanOrEqual(EVENT_COUNT / 2);
    await sql`vacuum (analyze) webhook_delivery, webhook_attempt, outbox`.execute(single.db);
    await expectFewReads(few(), async () => {
      await sql`update webhook_delivery set status = 'pending', attempts = 0, finished_at = null
        where id = (select max(id) from webhook_delivery)`.execute(single.db);
      const deliverer = openDeliverer({
        outbound,
        timeoutMs: 1_000,
        delaysMs: [1],
        leaseSlackMs: 10_000,
        headers: { secondFamily: undefined, standard: true },
        switchOffAfterMs: 0,
      });
      expect(await deliverer.begin(ctx)).toBe(1);
      await deliverer.drain(ctx);
      await sql`delete from webhook_attempt`.execute(single.db);
    });
  });

  it.each(sweeps.map((sweep) => [sweep.name, sweep] as const))(
    'the sweep "%s" reads none of them where nothing is due',
    (_name, sweep) => expectFewReads(few(), () => sweep.run(ctx, new AbortController().signal)),
  );
});
