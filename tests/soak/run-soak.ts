import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { elapsedMs, systemClock } from '#kit/clock.ts';
import { idMaker } from '#kit/ulid.ts';
import { recordEvents } from '#modules/events/index.ts';
import { createWebhook } from '#modules/webhooks/index.ts';
import { openDatabase } from '#platform/db/pool.ts';
import { transact } from '#platform/db/transact.ts';
import type { Context } from '../../src/context.ts';
import { testContext } from '../support/context.ts';
import { insertAccount } from '../support/payable-link.ts';
import { judgeSoak, type Kill, type Verdict } from './judge-soak.ts';
import { payloadOf } from './soak-events.ts';
import {
  ACCOUNT_WAYS,
  accountOfEvent,
  ENDPOINTS_EACH,
  type Schedule,
  SOAK_PACE,
  type SoakEndpoint,
  type SoakOptions,
  scheduleOf,
} from './soak-plan.ts';
import {
  emptyLedger,
  type Ledger,
  openSoakReceiver,
  openTrap,
  type SoakReceiver,
} from './soak-receivers.ts';
import { startWorker, type Worker } from './workers.ts';

const WORKERS = 3;
const RECORD_BATCH_MAX = 50;
/** Between two kills events come in at least so many batches, or one worker would claim them all. */
const BATCHES_BETWEEN_KILLS = 12;
/** A worker is killed once it has posted so often in its round, so that it dies in the middle. */
const POSTS_BEFORE_KILL = 20;
/** After a kill, until everything that the dead worker had sent or written has arrived. */
const SETTLE_MS = 250;
const POLL_EVERY_MS = 200;
/** Nothing may stand still for so long: leases run out in 63 s, and silent receivers take 3 s each. */
const STUCK_MS = 240_000;

interface Soak {
  readonly ctx: Context;
  readonly options: SoakOptions;
  readonly ledger: Ledger;
  /** By slot. The last one is never killed, so that its memory is seen over the whole run. */
  readonly workers: Worker[];
  readonly dead: Worker[];
  readonly kills: Kill[];
}

/** Runs a soak from nothing to its verdict. Throws when deliveries stand still or a worker breaks. */
export async function runSoak(options: SoakOptions): Promise<Verdict> {
  const { db, close } = openDatabase(options.databaseUrl, { log: pino({ level: 'silent' }) });
  const ctx = testContext({ db, now: systemClock, newId: idMaker(systemClock) });
  const soak: Soak = { ctx, options, ledger: emptyLedger(), workers: [], dead: [], kills: [] };
  const receivers: SoakReceiver[] = [];
  const start = elapsedMs();
  try {
    const endpoints = await openEndpoints(ctx, soak.ledger, receivers);
    const schedule = scheduleOf(endpoints);
    for (let slot = 0; slot < WORKERS; slot += 1) await hire(soak, slot);
    const ended = awaitEnds(soak);
    // The one that fails first says why; the other is of no interest then.
    await Promise.all([feedAndKill(soak, schedule), ended]);
    const { ledger, kills, workers, dead } = soak;
    const stops = await Promise.all(workers.map((worker) => worker.stop()));
    const seconds = (elapsedMs() - start) / 1000;
    return await judgeSoak(ctx, {
      events: options.events,
      endpoints,
      schedule,
      ledger,
      kills,
      survivor: workers.at(-1),
      workers: [...dead, ...workers],
      stops,
      seconds,
    });
  } finally {
    await Promise.all(soak.workers.map((worker) => worker.kill()));
    await Promise.all(receivers.map((receiver) => receiver.close()));
    await close();
  }
}

async function openEndpoints(
  ctx: Context,
  ledger: Ledger,
  receivers: SoakReceiver[],
): Promise<readonly SoakEndpoint[]> {
  const trap = await openTrap(ledger);
  receivers.push(trap);
  const endpoints: SoakEndpoint[] = [];
  for (const ways of ACCOUNT_WAYS) {
    const accountId = await insertAccount(ctx.db);
    for (const way of ways) {
      const parts = { endpoint: endpoints.length, way, redirectTo: trap.url };
      const receiver = await openSoakReceiver(ledger, parts);
      receivers.push(receiver);
      const actor = { kind: 'api_key', accountId, apiKeyId: 'soak' } as const;
      const { id, secret } = await createWebhook({ ...ctx, actor }, { url: receiver.url });
      receiver.trust(secret);
      endpoints.push({ id, accountId, way });
    }
  }
  return endpoints;
}

async function hire({ workers, dead, options }: Soak, slot: number): Promise<void> {
  const { databaseUrl } = options;
  const name = `w${slot}x${dead.length}`;
  workers[slot] = await startWorker(name, { ...SOAK_PACE, databaseUrl });
}

/** Records all events in as many parts as there are kills and one more, with a kill amid each. */
async function feedAndKill(soak: Soak, schedule: Schedule): Promise<void> {
  const { events, kills } = soak.options;
  const edge = (part: number) => Math.floor((part * events) / (kills + 1));
  for (let part = 0; part <= kills; part += 1) {
    const feeding = feed(soak.ctx, schedule, { from: edge(part), to: edge(part + 1) });
    const killing = part < kills ? killOne(soak) : undefined;
    await Promise.all([feeding, killing]);
  }
}

async function feed(
  ctx: Context,
  schedule: Schedule,
  range: { readonly from: number; readonly to: number },
): Promise<void> {
  const batch = Math.min(
    RECORD_BATCH_MAX,
    Math.ceil((range.to - range.from) / BATCHES_BETWEEN_KILLS),
  );
  for (let next = range.from; next < range.to; next += batch) {
    const length = Math.min(batch, range.to - next);
    const drafts = Array.from({ length }, (_, i) => ({
      accountId: accountOfEvent(schedule, next + i),
      payload: payloadOf(next + i),
      securePaymentToken: null,
      clientIdId: null,
      orchestratorId: null,
      origin: null,
    }));
    await transact(ctx, (ctx) => recordEvents(ctx, drafts));
  }
}

/**
 * Kills the first worker that has posted enough, notes what it had under way, and starts another in
 * its place. The last worker is spared: its memory is watched from the beginning to the end.
 */
async function killOne(soak: Soak): Promise<void> {
  const mortal = soak.workers.slice(0, -1);
  const posts = ({ name }: Worker) => soak.ledger.byWorker.get(name)?.size ?? 0;
  const wanted = new Map(mortal.map((worker) => [worker, posts(worker) + POSTS_BEFORE_KILL]));
  const ripe = () => mortal.find((worker) => posts(worker) >= (wanted.get(worker) ?? 0));
  let worker = ripe();
  for (const end = elapsedMs() + STUCK_MS; worker === undefined; worker = ripe()) {
    if (elapsedMs() > end) throw new Error(`nobody posts:\n${soak.workers.map((w) => w.output())}`);
    await wait(1);
  }
  const slot = soak.workers.indexOf(worker);
  await worker.kill();
  soak.dead.push(worker);
  await wait(SETTLE_MS);
  soak.kills.push({ worker: worker.name, underWay: await underWay(soak, worker) });
  await hire(soak, slot);
}

/** What a dead worker had posted without writing down how it ended: only this may come twice. */
async function underWay({ ctx, ledger }: Soak, { name }: Worker): Promise<ReadonlySet<string>> {
  const posted = ledger.byWorker.get(name) ?? new Set<string>();
  const ids = [...new Set([...posted].map((key) => key.split(':')[0] ?? ''))];
  const { rows } = await sql<{ key: string }>`
    select webhook_delivery_id || ':' || retry_count as key from webhook_attempt
    where webhook_delivery_id = any (${ids}::text[])`.execute(ctx.db);
  const written = new Set(rows.map(({ key }) => key));
  return new Set([...posted].filter((key) => !written.has(key)));
}

/** Waits until every delivery has ended, and fails when nothing ends for too long. */
async function awaitEnds({ options, ctx, kills, workers }: Soak): Promise<void> {
  const total = options.events * ENDPOINTS_EACH;
  let last = { done: -1, at: elapsedMs() };
  for (;;) {
    const done = await countEnded(ctx);
    options.onProgress?.({ done, total, kills: kills.length });
    if (done === total) return;
    if (done !== last.done) last = { done, at: elapsedMs() };
    if (elapsedMs() - last.at > STUCK_MS) {
      const said = workers.map((worker) => worker.output().slice(0, 500)).join('\n');
      throw new Error(`${done} of ${total} deliveries have ended, and no other does:\n${said}`);
    }
    await wait(POLL_EVERY_MS);
  }
}

async function countEnded({ db }: Context): Promise<number> {
  const { n } = await db
    .selectFrom('webhook_delivery')
    .select((of) => of.fn.countAll<string>().as('n'))
    .where('status', '<>', 'pending')
    .executeTakeFirstOrThrow();
  return Number(n);
}
