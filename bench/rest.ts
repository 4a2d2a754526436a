import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { pino } from 'pino';
import { createTestClient, http } from 'viem';
import { z } from 'zod';
import { NETWORKS, type NetworkId } from '#catalog/networks.ts';
import { elapsedMs, systemClock } from '#kit/clock.ts';
import { openVault, systemRandom } from '#kit/secret.ts';
import { openDatabase } from '#platform/db/pool.ts';
import { keepProgram } from '../scripts/build-program.ts';
import { choosePort } from '../src/processes/ports.ts';
import { makeTemplate } from '../src/sandbox/database/make-template.ts';
import { TEMPLATES_FOLDER } from '../src/sandbox/database/template.ts';
import { startLocalNode } from '../src/sandbox/local-nodes.ts';
import { spawnSandbox } from '../src/sandbox/spawn-sandbox.ts';
import { startHttpServer } from '../tests/support/http-server.ts';
import { writeManyLinks } from '../tests/support/many-links.ts';
import { openBenchDatabases } from './bench-database.ts';
import { compare, medianOf, PASSES, type Question, type Sample } from './harness.ts';
import { processorSeconds, startedProcesses } from './processor-time.ts';

const LINKS = 10_000;
const DELIVERIES = 50_000;
/** After the start, until nothing of it is left to do. */
const SETTLING_MS = 30_000;
const IDLE_MS = Number(process.env['BENCH_IDLE_MS'] ?? 60_000);
const START_TIMEOUT_MS = 120_000;
const HOST = '127.0.0.1';
const MEGABYTE = 2 ** 20;
/** One for all passes, as a database belongs to its key. */
const SECRET_KEY = randomBytes(32).toString('hex');

/** Question 12: what an installation costs that nobody uses. */
export const rest: Question = {
  name: 'rest',
  purpose: 'How soon is Florin ready, how much memory does it hold, and what does it take to idle?',
  run: async (report) => {
    const before = await startedProcesses();
    await using databases = await openBenchDatabases(2);
    // A receiver of webhooks that never answers.
    await using silent = await startHttpServer((request) => void request.resume());
    const servers = [...(await startedProcesses())].filter((pid) => !before.has(pid));
    const [base, sepolia] = [await startPacedNode('base'), await startPacedNode('sepolia')];
    try {
      const [empty = '', full = ''] = databases.urls;
      await fill(full, silent.url);
      const settings = {
        RPC_URL_BASE: base.rpcUrl,
        RPC_URL_SEPOLIA: sepolia.rpcUrl,
        WEBHOOK_PRIVATE_ADDRESSES: 'allow',
      };
      const production = (DATABASE_URL: string) => () =>
        measureProduction({ ...settings, DATABASE_URL }, servers);
      // Once without a measurement: the first start makes the pages, and fills the cache of compiled code. What a first sandbox
      // keeps for all later ones it makes once it has run for a while.
      await keepProgram();
      await makeTemplate({ folder: TEMPLATES_FOLDER, log: pino({ level: 'silent' }) });
      await measureSandbox();
      const samples = await compare(
        [
          { name: 'production', measure: production(empty) },
          { name: 'with work waiting', measure: production(full) },
          { name: 'sandbox', measure: measureSandbox },
        ],
        report,
      );
      return {
        sizes: { passes: PASSES, links: LINKS, deliveries: DELIVERIES, idleMs: IDLE_MS },
        samples,
        ratios: BARS.map((bar) => medianOf(samples, { ...bar, wanted: 'at most' })),
      };
    } finally {
      await Promise.all([base.stop(), sepolia.stop()]);
    }
  },
};

const BARS = [
  { name: 'ms until production is ready', of: 'production', number: 'readyMs', bar: 1_500 },
  { name: 'ms of a first sandbox', of: 'sandbox', number: 'firstReadyMs', bar: 3_000 },
  { name: 'ms of a later sandbox', of: 'sandbox', number: 'readyMs', bar: 1_500 },
  { name: 'MB at rest', of: 'production', number: 'residentMb', bar: 150 },
  { name: 'MB with work waiting', of: 'with work waiting', number: 'residentMb', bar: 250 },
  { name: '% of a core, idle', of: 'production', number: 'idlePercent', bar: 1 },
] as const;

/** A local node that makes its blocks as often as the network does, where one of a sandbox makes one a second. */
async function startPacedNode(network: NetworkId) {
  const node = await startLocalNode({ network });
  const client = createTestClient({ mode: 'anvil', transport: http(node.rpcUrl) });
  await client.setIntervalMining({ interval: NETWORKS[network].blockTimeMs / 1_000 });
  return node;
}

/** Pending links, and deliveries of an endpoint that never answers, which is sent two at a time. */
async function fill(url: string, receiverUrl: string): Promise<void> {
  const { db, close } = openDatabase(url, { log: pino({ level: 'silent' }) });
  await writeManyLinks(db, { from: 1, to: LINKS }, 'pending');
  const now = systemClock();
  const tomorrow = new Date(now.getTime() + 24 * 60 * 60 * 1_000);
  // As new as if they were made today: old ones would expire first.
  await sql`update secure_payment set expires_at = ${tomorrow}`.execute(db);
  const { bytes, keyVersion } = openVault(SECRET_KEY, systemRandom).seal('secret-of-the-benchmark');
  await sql`
    insert into webhook_endpoint (id, account_id, url, url_key, secret_sealed, secret_key_version, is_active, created_at)
    values ('endpoint', 'account_0', ${receiverUrl}, ${receiverUrl}, ${bytes}, ${keyVersion}, true, ${now})`.execute(
    db,
  );
  await sql`
    insert into webhook_delivery (id, account_id, webhook_endpoint_id, event_type, is_test, status, due_at, created_at)
    select 'delivery ' || n, 'account_0', 'endpoint', 'payment.confirmed', true, 'pending', ${now}, ${now}
    from generate_series(1, ${DELIVERIES}::integer) n`.execute(db);
  await sql`
    insert into webhook_delivery_body (webhook_delivery_id, body)
    select id, '{"event":"payment.confirmed"}' from webhook_delivery`.execute(db);
  await sql`vacuum (analyze) webhook_delivery, secure_payment`.execute(db);
  await close();
}

/** Starts `florin all` in production by what `npm start` runs, and leaves it alone for a while. */
async function measureProduction(
  settings: Readonly<Record<string, string>>,
  servers: readonly number[],
): Promise<Sample> {
  const home = await mkdtemp(join(tmpdir(), 'florin-bench-'));
  const port = () => choosePort(HOST, 0, 'PORT');
  const [api, auth, pay] = [await port(), await port(), await port()];
  const startedAt = elapsedMs();
  const child = spawn('/bin/sh', ['-c', await startScript()], {
    cwd: ROOT,
    env: {
      ...process.env,
      PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      ...settings,
      HOST,
      FLORIN_MODE: 'production',
      FLORIN_HOME: home,
      SECRET_KEY,
      API_PORT: `${api}`,
      AUTH_PORT: `${auth}`,
      PAY_PORT: `${pay}`,
      API_URL: `http://localhost:${api}`,
      AUTH_URL: `http://localhost:${auth}`,
      PAY_URL: `http://localhost:${pay}`,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'close');
  try {
    const pid = await readyPid(child, ended);
    const readyMs = elapsedMs() - startedAt;
    await wait(SETTLING_MS);
    const idle = async (pids: readonly number[]) => {
      const seconds = await Promise.all(pids.map(processorSeconds));
      return seconds.reduce((sum, one) => sum + one, 0);
    };
    const [from, databaseFrom] = [await idle([pid]), await idle(servers)];
    await wait(IDLE_MS);
    const percent = (seconds: number) => (seconds * 100_000) / IDLE_MS;
    return {
      readyMs,
      residentMb: await residentMb(pid),
      idlePercent: percent((await idle([pid])) - from),
      databasePercent: percent((await idle(servers)) - databaseFrom),
    };
  } finally {
    child.kill('SIGTERM');
    await ended;
    await rm(home, { recursive: true, force: true });
  }
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const Package = z.object({ scripts: z.object({ start: z.string() }) });

async function startScript(): Promise<string> {
  const text = await readFile(join(ROOT, 'package.json'), 'utf8');
  return Package.parse(JSON.parse(text)).scripts.start;
}

async function readyPid(child: ChildProcess, ended: Promise<unknown>): Promise<number> {
  const ready = once(child, 'message', { signal: AbortSignal.timeout(START_TIMEOUT_MS) });
  const outcome = await Promise.race([ready, ended.then(() => 'ended' as const)]);
  if (outcome === 'ended' || child.pid === undefined) throw new Error('Florin did not start');
  return child.pid;
}

/** The first start of a sandbox in an empty folder, and the next one. */
async function measureSandbox(): Promise<Sample> {
  const home = await mkdtemp(join(tmpdir(), 'florin-bench-'));
  const start = async () => {
    const startedAt = elapsedMs();
    const sandbox = await spawnSandbox({ home, main: join(ROOT, 'bin/florin.js') });
    const readyMs = elapsedMs() - startedAt;
    const resident = await residentMb(sandbox.pid);
    await sandbox.stop();
    return { readyMs, residentMb: resident };
  };
  try {
    const first = await start();
    return { firstReadyMs: first.readyMs, ...(await start()) };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** What a process holds in memory, shared pages of files included. */
async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
  return (Number(kilobytes) * 1_024) / MEGABYTE;
}
