import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { elapsedMs } from '#kit/clock.ts';
import { webhookSweeps } from '#modules/webhooks/sweeps.ts';
import { listen } from '#platform/db/listen.ts';
import { openDatabase } from '#platform/db/pool.ts';
import { type OutboundPoster, openOutbound } from '#platform/outbound/outbound.ts';
import { runSweeps } from '#platform/sweep.ts';
import { insertAccount } from '../support/payable-link.ts';
import { relayedDatabase } from '../support/relayed-database.ts';
import { until, webhookWorld } from '../support/webhook-world.ts';

/** Twice what may be claimed at once, so that much is left to be claimed after the crash. */
const EVENTS = 800;
/** So long each post takes at least, or all would be over before the crash. */
const POST_MS = 20;
const DOWN_MS = 1_000;
/** What the reliability notes promise; see W6. */
const RESUMES_WITHIN_MS = 30_000;

const log = pino({ level: 'silent' });

it('a database that crashes while webhooks are sent loses none, and sending resumes in 5 s (W6)', async () => {
  await using database = await relayedDatabase();
  const { db, close } = openDatabase(database.url, { log });
  const listening = listen(database.url, { log });
  const outbound = openOutbound({ privateAddresses: 'allow' });
  const stopping = new AbortController();
  const world = await webhookWorld(db);
  try {
    const hook = await world.receiver();
    const accountId = await insertAccount(db);
    await world.endpointAt(hook.url, { accountId });
    const ids: string[] = [];
    for (let count = 0; count < EVENTS; count += 1)
      ids.push(await world.recordTestEvent(accountId));
    const ctx = { ...world.ctx, log };
    // As `florin work` runs them; only the lease is shorter, or the end would be long in coming.
    const slow: OutboundPoster = {
      post: (request) => wait(POST_MS).then(() => outbound.post(request)),
    };
    const sweeps = webhookSweeps({ outbound: slow, timeoutMs: 1_000, leaseSlackMs: 1_000 });
    const running = runSweeps(sweeps, { ctx, log, wake: listening.wake }, stopping.signal);

    await until(() => hook.posts.length >= 50);
    await database.crash();
    await wait(DOWN_MS);
    const before = hook.posts.length;
    expect(before).toBeLessThan(EVENTS);
    await database.start();
    const up = elapsedMs();
    await until(() => hook.posts.length > before);
    expect(elapsedMs() - up).toBeLessThan(RESUMES_WITHIN_MS);

    await until(async () => {
      const rows = await world.deliveries().catch(() => []);
      return rows.length === EVENTS && rows.every((row) => row.status === 'delivered');
    }, 120_000);
    const delivery = await db.selectFrom('webhook_delivery').select(['id', 'event_id']).execute();
    expect(new Set(delivery.map((row) => row.event_id))).toEqual(new Set(ids));
    const posted = new Set(hook.posts.map((post) => post.headers['x-service-delivery']));
    expect(delivery.filter((row) => !posted.has(row.id))).toEqual([]);
    stopping.abort();
    await running;
  } finally {
    stopping.abort();
    await world[Symbol.asyncDispose]();
    await outbound.close();
    await listening.close();
    await close();
  }
}, 300_000);
