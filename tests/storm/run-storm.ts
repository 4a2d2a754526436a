import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { elapsedMs, systemClock } from '#kit/clock.ts';
import { openVault, systemRandom } from '#kit/secret.ts';
import { idMaker } from '#kit/ulid.ts';
import { ensurePageClientId } from '#modules/clients/index.ts';
import { createWebhook } from '#modules/webhooks/index.ts';
import { openDatabase } from '#platform/db/pool.ts';
import type { Context } from '../../src/context.ts';
import { startLocalNode } from '../../src/sandbox/local-nodes.ts';
import { testContext } from '../support/context.ts';
import { keyedAccount } from '../support/keyed-account.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import type { RelayedDatabase } from '../support/relayed-database.ts';
import { seeded } from '../support/seeded.ts';
import { relayPort, type TcpRelay } from '../support/tcp-relay.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { judgeStorm, type Verdict } from './judge-storm.ts';
import { emptyLedger, type Ledger, load } from './load.ts';
import { loadSender, openSender, type SenderLedger } from './load-sender.ts';
import { refundCaptured } from './refund-captured.ts';

/** How long and how hard it storms. */
export interface StormOptions {
  readonly database: RelayedDatabase;
  readonly seconds: number;
  /** Decides which process is killed and which is called; not the timing of the machine. */
  readonly seed: number;
  /** How often the database is killed on top, spread over the time. */
  readonly databaseCrashes: number;
  readonly onProgress?: (progress: Progress) => void;
}

/** How far a storm is. */
export interface Progress {
  readonly seconds: number;
  readonly kills: number;
  readonly links: number;
  readonly payments: number;
}

const KILL_EVERY_MS = 1_000;
const DATABASE_DOWN_MS = 1_000;
const NODE_HIDDEN_MS = 2_000;
/** A server, a worker and a watcher, by their places in the crew. */
const ONE_OF_EACH = [0, 2, 4];
const PAY_URL = 'http://localhost:8482';
/** After the storm everything has to come to rest by itself; leases and retries take half a minute. */
const REST_MS = 180_000;
const POLL_EVERY_MS = 500;

interface Storm {
  readonly options: StormOptions;
  readonly ctx: Context;
  readonly fleet: Fleet;
  readonly ledger: Ledger;
  readonly senderLedger: SenderLedger;
  readonly receiver: Receiver;
  readonly random: () => number;
  kills: number;
}

/** Runs a storm from nothing to its verdict. Throws when nothing comes to rest afterwards. */
export async function runStorm(options: StormOptions): Promise<Verdict> {
  const { database, seconds, seed, databaseCrashes } = options;
  await using things = new AsyncDisposableStack();
  const node = await startLocalNode({ network: 'base' });
  things.defer(() => node.stop());
  const receiver = things.use(await openReceiver());
  const { db, close } = openDatabase(database.url, { log: pino({ level: 'silent' }) });
  things.defer(close);
  const secretKey = randomBytes(32).toString('hex');
  const ctx = testContext({
    db,
    now: systemClock,
    newId: idMaker(systemClock),
    // The secrets that we make are for the fleet to open.
    vault: openVault(secretKey, systemRandom),
  });
  const sender = await openSender(node);
  const relay = things.use(await relayPort(Number(new URL(node.rpcUrl).port)));
  const rpcUrl = `http://127.0.0.1:${relay.port}`;
  const settings = { ...settingsOf(options, rpcUrl, secretKey), RELAYER_KEY: sender.privateKey };
  const fleet = things.use(await startFleet(settings));
  await fleet.awaitReady();
  const caller = await openAccount(ctx, receiver);
  const ledger = emptyLedger();
  const senderLedger: SenderLedger = { schedules: [], captured: [] };
  const storm: Storm = {
    ...{ options, ctx, fleet, ledger, senderLedger, receiver },
    random: seeded(seed),
    kills: 0,
  };
  const start = elapsedMs();
  const isOver = () => elapsedMs() - start > seconds * 1000;
  const parts = { ...caller, ledger, node, isOver, apiUrls: fleet.apiUrls };
  await Promise.all([
    load({ ...parts, payOrigin: PAY_URL, random: seeded(seed + 1) }),
    loadSender({ ...parts, payOrigin: PAY_URL, random: seeded(seed + 2) }, senderLedger),
    killOneEachSecond(storm, isOver),
    crashDatabase(storm, start),
    hideNode(relay, seconds),
  ]);
  await fleet.awaitReady();
  await comeToRest(storm);
  await Promise.all([
    refundCaptured({ ctx, node, sender, accountId: caller.accountId, ledger: senderLedger }),
    killOneOfEach(fleet),
  ]);
  await comeToRest(storm);
  return await judgeStorm({
    ...{ db, ledger, senderLedger, receiver, databaseCrashes },
    rpcUrl: node.rpcUrl,
    deaths: databaseCrashes === 0 ? fleet.deaths : [],
    kills: storm.kills,
    seconds: (elapsedMs() - start) / 1000,
  });
}

function settingsOf({ database }: StormOptions, rpcUrl: string, secretKey: string) {
  return {
    FLORIN_MODE: 'production',
    DATABASE_URL: database.url,
    RPC_URL_BASE: rpcUrl,
    CONFIRMATIONS_BASE: '1',
    SECRET_KEY: secretKey,
    API_URL: 'http://localhost:8480',
    AUTH_URL: 'http://localhost:8481',
    PAY_URL,
    WEBHOOK_PRIVATE_ADDRESSES: 'allow',
    LOG_LEVEL: 'error',
  };
}

/** An account with a key and a webhook. */
async function openAccount(ctx: Context, receiver: Receiver) {
  const { accountId, apiKey } = await keyedAccount(ctx);
  const { clientId } = await ensurePageClientId(ctx, { origin: PAY_URL });
  const actor = { kind: 'api_key', accountId, apiKeyId: 'storm' } as const;
  await createWebhook({ ...ctx, actor }, { url: receiver.url });
  return { accountId, apiKey, clientId };
}

async function killOneEachSecond(storm: Storm, isOver: () => boolean): Promise<void> {
  for (;;) {
    await wait(KILL_EVERY_MS);
    if (isOver()) return;
    storm.fleet.kill(Math.floor(storm.random() * storm.fleet.size));
    storm.kills += 1;
    report(storm);
  }
}

function report({ options, ledger, kills }: Storm): void {
  options.onProgress?.({
    ...{ seconds: kills, kills },
    links: ledger.created.size,
    payments: ledger.paid.size,
  });
}

async function crashDatabase({ options }: Storm, start: number): Promise<void> {
  const { database, databaseCrashes, seconds } = options;
  for (let crash = 1; crash <= databaseCrashes; crash += 1) {
    const at = start + (seconds * 1000 * crash) / (databaseCrashes + 1);
    await wait(Math.max(0, at - elapsedMs()));
    await database.crash();
    await wait(DATABASE_DOWN_MS);
    await database.start();
  }
}

/** The fleet loses its only node for some seconds in the middle; wallets reach it by themselves. */
async function hideNode(relay: TcpRelay, seconds: number): Promise<void> {
  await wait(seconds * 500);
  relay.open(false);
  await wait(NODE_HIDDEN_MS);
  relay.open(true);
}

/** Kills one process of each kind at once. */
async function killOneOfEach(fleet: Fleet): Promise<void> {
  for (const index of ONE_OF_EACH) fleet.kill(index);
  await fleet.awaitReady();
}

/** Waits until every payment is booked and every delivery has ended; what is then missing is in the verdict. */
async function comeToRest({ ctx, ledger, senderLedger }: Storm): Promise<void> {
  for (const end = elapsedMs() + REST_MS; elapsedMs() < end; await wait(POLL_EVERY_MS)) {
    const { rows } = await sql<{
      completed: number;
      instalments: number;
      refunds: number;
      open: number;
    }>`
      select (select count(*)::int from secure_payment where status = 'completed') as completed,
        (select count(*)::int from recurring_instalment where status = 'paid') as instalments,
        (select count(*)::int from commerce_event
          where type = 'refunded' and counted_at is not null and undone_at is null) as refunds,
        (select count(*)::int from outbox)
          + (select count(*)::int from relayed_transaction where outcome is null)
          + (select count(*)::int from commerce_operation where outcome is null)
          + (select count(*)::int from webhook_delivery where status = 'pending') as open`.execute(
      ctx.db,
    );
    const [row] = rows;
    const isPaid =
      row?.instalments === senderLedger.schedules.length && row.refunds === refunds(senderLedger);
    if (isPaid && row.completed === ledger.paid.size && row.open === 0) return;
  }
}

function refunds({ captured }: SenderLedger): number {
  return captured.filter(({ refundedUnits }) => refundedUnits > 0n).length;
}
