import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { CONTRACTS } from '#catalog/contracts.ts';
import { PROXY_EVENT_TOPIC } from '#chains/events/decode.ts';
import { elapsedMs } from '#kit/clock.ts';
import type { Database } from '#platform/db/database.ts';
import type { Sample } from './harness.ts';
import type { PaidChain } from './payments-on-a-chain.ts';

const TIMEOUT_MS = 120_000;
const POLL_MS = 5;

/**
 * Lets Subsquid read the same payments into a table with an index on the reference; the time that its
 * process takes to start is not counted.
 */
export async function indexWithSubsquid(
  db: Database,
  databaseUrl: string,
  { node, from, to, events }: PaidChain,
): Promise<Sample> {
  await sql`drop schema if exists squid_processor cascade`.execute(db);
  await sql`drop table if exists peer_payment`.execute(db);
  await sql`create table peer_payment (id text primary key, reference_key text not null,
    block_number integer not null, block_hash text not null, transaction_hash text not null,
    data text not null)`.execute(db);
  await sql`create index on peer_payment (reference_key)`.execute(db);
  const { searchParams, username, port, pathname } = new URL(databaseUrl);
  const child = spawn('node', ['index-with-subsquid.js'], {
    cwd: fileURLToPath(new URL('./peers/', import.meta.url)),
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...process.env,
      DB_HOST: searchParams.get('host') ?? 'localhost',
      DB_PORT: port,
      DB_NAME: pathname.slice(1),
      DB_USER: username,
      DB_PASS: 'none',
      RPC_URL: node.node.rpcUrl,
      ADDRESS: CONTRACTS.sepolia.erc20FeeProxy.toLowerCase(),
      TOPIC: PROXY_EVENT_TOPIC,
      FROM: from.toString(),
      TO: to.toString(),
    },
  });
  const exited = once(child, 'exit');
  try {
    await Promise.race([once(child.stdout, 'data'), exited]);
    const start = elapsedMs();
    while ((await rowsIn(db)) < events) {
      if (child.exitCode !== null) throw new Error('Subsquid ended before it found every payment');
      if (elapsedMs() - start > TIMEOUT_MS) throw new Error('Subsquid did not find every payment');
      await wait(POLL_MS);
    }
    const seconds = (elapsedMs() - start) / 1_000;
    return { eventsPerSecond: events / seconds, seconds };
  } finally {
    child.kill('SIGKILL');
    await exited;
  }
}

async function rowsIn(db: Database): Promise<number> {
  const { rows } = await sql<{ rows: string }>`select count(*) as rows from peer_payment`.execute(
    db,
  );
  return Number(rows[0]?.rows);
}
