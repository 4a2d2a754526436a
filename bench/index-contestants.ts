import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { CONTRACTS } from '#catalog/contracts.ts';
import { PROXY_EVENT_TOPIC } from '#chains/events/decode.ts';
import { elapsedMs } from '#kit/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { manyLink } from '../tests/support/many-links.ts';
import type { Sample } from './harness.ts';
import { createPeerTable, rowsOfFlorin, rowsOfPeer, type SameRows } from './index-rows.ts';
import type { PassDatabase } from './pass-databases.ts';
import { processorSeconds } from './processor-time.ts';
import { startChild } from './webhooks-processes.ts';

const TIMEOUT_MS = 240_000;
/** How often it is looked whether all is found; and whether all is settled, which reads every payment. */
const REACH_POLL_MS = 5;
const COUNT_POLL_MS = 50;
const MICROSECONDS = 1e6;

/** A chain to read, and who serves it. */
export interface ReadChain {
  readonly name: string;
  readonly rpcUrl: string;
  readonly from: bigint;
  /** The last block that must be read. */
  readonly to: bigint;
  /** How many payments there are in these blocks that a link of ours asks for. */
  readonly events: number;
  /** The processes of the node. */
  readonly nodePids: readonly number[];
}

/** What each contestant reads, where it keeps it, and what it must equal. */
export interface Reading {
  readonly chain: ReadChain;
  readonly database: PassDatabase;
  readonly serverPid: number;
  readonly same: SameRows;
}

const address = CONTRACTS.sepolia.erc20FeeProxy.toLowerCase();

/** Florin with everything that `watch` and `work` do: what it found, and when all of that was settled as well. */
export async function readWithFlorin(reading: Reading, checkout = '.'): Promise<Sample> {
  const { chain, database } = reading;
  const { db, url } = database;
  const from = Number(chain.from);
  const options = { databaseUrl: url, rpcUrls: [chain.rpcUrl], from };
  const path = `${checkout}/servers/indexing-florin.ts`;
  const child = startChild(path, [JSON.stringify(options)]);
  try {
    await child.answer();
    const finish = await startMeasuring(reading, child.pid);
    child.send({ begin: true });
    await until(() => hasReached(db, chain.to), REACH_POLL_MS);
    const found = await finish();
    reading.same.check(chain, 'Florin', await rowsOfFlorin(db, chain.events));
    await until(async () => (await settledIn(db, chain.events)) >= chain.events, COUNT_POLL_MS);
    const settled = await finish();
    return {
      ...found,
      settledPerSecond: settled.eventsPerSecond,
      settledMicroseconds: settled.florinOrPeer + settled.postgres,
    };
  } finally {
    await child.end();
  }
}

/** Subsquid; with `hasKeys` it does what Florin does to find a payment, without only keeps the event. */
export async function readWithSubsquid(reading: Reading, hasKeys: boolean): Promise<Sample> {
  const { chain, database } = reading;
  const { db, url } = database;
  await createPeerTable(db, hasKeys);
  const options = { databaseUrl: url, rpcUrl: chain.rpcUrl, address, topic: PROXY_EVENT_TOPIC };
  // It ends with the last block of a range, and its processor time with it, so it is given none.
  const argument = JSON.stringify({ ...options, from: Number(chain.from), receipts: hasKeys });
  const child = startChild('./peers/index-with-subsquid.js', [argument], { SQD_WARN: '*' });
  try {
    await child.answer();
    const finish = await startMeasuring(reading, child.pid);
    child.send({ begin: true });
    await until(() => hasSquidReached(db, chain.to), REACH_POLL_MS);
    const found = await finish();
    const by = hasKeys ? 'Subsquid' : 'Subsquid, events';
    const rows = await rowsOfPeer(db, { table: 'peer_payment', to: chain.to, hasKeys });
    reading.same.check(chain, by, rows);
    return found;
  } finally {
    await child.kill();
  }
}

/** Ponder, cold: it keeps the event alone, and what it takes to start is counted as it is not part of its reading. */
export async function readWithPonder(reading: Reading): Promise<Sample> {
  const { chain, database } = reading;
  const folder = fileURLToPath(new URL('./peers/', import.meta.url));
  const range = { from: Number(chain.from), to: Number(chain.to) };
  const options = { databaseUrl: database.url, rpcUrl: chain.rpcUrl, address, ...range };
  const child = spawn(
    'node',
    [
      `${folder}node_modules/ponder/dist/esm/bin/ponder.js`,
      ...['start', '--root', `${folder}ponder`, '--schema', 'ponder', '--port', '0'],
      ...['--log-format', 'json'],
    ],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {
        ...process.env,
        PONDER_BENCH: JSON.stringify(options),
        PONDER_TELEMETRY_DISABLED: 'true',
      },
    },
  );
  const exited = once(child, 'exit');
  try {
    await Promise.race([seen(child.stdout, 'Started backfill'), exited]);
    const finish = await startMeasuring(reading, child.pid ?? 0);
    child.stdout.resume();
    // It says that it is done before its rows can be seen.
    await until(async () => (await ponderRowsIn(database.db)) >= chain.events, COUNT_POLL_MS);
    const found = await finish();
    const rows = await rowsOfPeer(database.db, {
      table: 'ponder.payment',
      to: chain.to,
      hasKeys: false,
    });
    reading.same.check(chain, 'Ponder', rows);
    return found;
  } finally {
    child.kill('SIGKILL');
    await exited;
  }
}

/** Resolves once a line of a log holds a text. */
async function seen(log: NodeJS.ReadableStream, text: string): Promise<void> {
  for await (const line of createInterface({ input: log })) if (line.includes(text)) return;
}

/** Takes the time and what the processes used until now; what is returned measures since then. */
async function startMeasuring({ chain, serverPid }: Reading, pid: number) {
  const used = async () => ({
    florinOrPeer: await processorSeconds(pid),
    postgres: await processorSeconds(serverPid),
    node: (await Promise.all(chain.nodePids.map(processorSeconds))).reduce((a, b) => a + b, 0),
  });
  const before = await used();
  const start = elapsedMs();
  return async () => {
    const seconds = (elapsedMs() - start) / 1_000;
    const after = await used();
    const each = (name: keyof typeof before) =>
      ((after[name] - before[name]) * MICROSECONDS) / Math.max(chain.events, 1);
    return {
      eventsPerSecond: chain.events / seconds,
      seconds,
      florinOrPeer: each('florinOrPeer'),
      postgres: each('postgres'),
      node: each('node'),
    };
  };
}

async function until(isDone: () => Promise<boolean>, pollMs: number): Promise<void> {
  const end = elapsedMs() + TIMEOUT_MS;
  while (!(await isDone())) {
    if (elapsedMs() > end) throw new Error('a contestant did not read the chain in time');
    await wait(pollMs);
  }
}

/** Whether Florin's cursor stands at a block or above it. */
export async function hasReached(db: Database, block: bigint): Promise<boolean> {
  const { rows } = await sql`select from chain_cursor where block_number >= ${block}`.execute(db);
  return rows.length > 0;
}

async function hasSquidReached(db: Database, block: bigint): Promise<boolean> {
  try {
    const { rows } = await sql`select from squid_processor.status where height >= ${block}`.execute(
      db,
    );
    return rows.length > 0;
  } catch {
    // Its own schema is not there yet.
    return false;
  }
}

async function ponderRowsIn(db: Database): Promise<number> {
  try {
    const { rows } = await sql<{ count: string }>`
      select count(*) as count from ponder.payment`.execute(db);
    return Number(rows[0]?.count);
  } catch {
    // Its own schema is not there yet.
    return 0;
  }
}

async function settledIn(db: Database, events: number): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from payment
    where request_id <= ${manyLink(events).requestRowId}`.execute(db);
  return Number(rows[0]?.count);
}
