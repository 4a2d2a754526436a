import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { pino } from 'pino';
import { elapsedMs } from '#kit/clock.ts';
import { migrate } from '#platform/db/migrate.ts';
import { openDatabase } from '#platform/db/pool.ts';
import { eraseEmbeddedPostgres } from '#sandbox/database/choose-folder.ts';
import { startEmbeddedPostgres } from '#sandbox/database/start.ts';
import { BRIDGED_NETWORKS, type Simulated, TRON_NETWORKS } from '../tests/simulation/networks.ts';
import {
  ALL_TROUBLES,
  isTrouble,
  RELAY_TROUBLES,
  type Trouble,
} from '../tests/simulation/nodes/node-troubles.ts';
import { RECURRING_NETWORK } from '../tests/simulation/recurring/setting.ts';
import { type Outcome, simulate } from '../tests/simulation/run.ts';
import { SAFE_NETWORK } from '../tests/simulation/safes/safing.ts';
import { SCREENED_NETWORK } from '../tests/simulation/screening/screening.ts';
import { openPool } from '../tests/simulation/world.ts';

/** A world has so many steps; then another begins, so that its tables stay small and its books short. */
const STEPS_PER_WORLD = 1_000;
const REPORT_EVERY_MS = 10_000;

const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '0' },
    world: { type: 'string' },
    nodes: { type: 'string' },
    tron: { type: 'boolean', default: false },
    relay: { type: 'boolean', default: false },
    bridge: { type: 'boolean', default: false },
    safes: { type: 'boolean', default: false },
    commerce: { type: 'boolean', default: false },
    recurring: { type: 'boolean', default: false },
    screening: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** A separate PostgreSQL that is removed in the end, and need not be durable. */
async function openPostgres() {
  const home = await mkdtemp(join(tmpdir(), 'florin-simulation-'));
  const log = pino({ level: 'silent' });
  const server = await startEmbeddedPostgres({ home, log, fsync: false });
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  const urlOf = (name: string) => {
    const url = new URL(server.url);
    url.pathname = `/${name}`;
    return url.href;
  };
  await admin.query('create database simulation_template');
  const { db, close } = openDatabase(urlOf('simulation_template'), { log });
  await migrate(db).finally(close);
  return {
    /** A fresh database in which nothing has happened. */
    fresh: async () => {
      await admin.query('drop database if exists simulation with (force)');
      await admin.query('create database simulation template simulation_template');
      return urlOf('simulation');
    },
    [Symbol.asyncDispose]: async () => {
      await admin.end();
      await server.stop();
      await eraseEmbeddedPostgres(home);
      await rm(home, { recursive: true, force: true });
    },
  };
}

function countOf(name: string, text: string): number {
  const count = Number(text);
  if (Number.isSafeInteger(count) && count >= 0) return count;
  throw new Error(`--${name} is a count, such as 1000`);
}

/** The troubles that nodes may have, by their names; undefined runs the chains in memory as the port. */
function troublesOf(names: string | undefined): readonly Trouble[] | undefined {
  if (values.relay && names === undefined) return RELAY_TROUBLES;
  if (names === undefined || names === 'all') return names && ALL_TROUBLES;
  return names.split(',').map((name) => {
    if (isTrouble(name)) return name;
    throw new Error(`--nodes takes all, or some of ${ALL_TROUBLES.join()}`);
  });
}

function networksOf(): readonly Simulated[] | undefined {
  if (values.relay) return ['tron'];
  if (values.bridge) return BRIDGED_NETWORKS;
  if (values.safes) return [SAFE_NETWORK];
  if (values.commerce) return ['sepolia'];
  if (values.recurring) return [RECURRING_NETWORK];
  if (values.screening) return [SCREENED_NETWORK];
  return values.tron ? TRON_NETWORKS : undefined;
}

function print(done: number, startMs: number, tally: Readonly<Record<string, number>>): string {
  const seconds = (elapsedMs() - startMs) / 1_000;
  const counted = Object.entries(tally)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([what, times]) => `  ${what}: ${times}`);
  return [
    `${done} steps in ${seconds.toFixed(1)} s, ${Math.round(done / seconds)}/s; load ${(loadavg()[0] ?? 0).toFixed(1)}`,
    ...counted,
  ].join('\n');
}

/** What a world may have beside links. */
const KINDS = ['tron', 'relay', 'bridge', 'safes', 'commerce', 'recurring', 'screening'] as const;
/** Those whose workers do not reconcile in the background. */
const WITHOUT_BACKGROUND = ['safes', 'commerce', 'recurring', 'screening'] as const;

function replayOf({ seed, steps }: Outcome): string {
  const kind = KINDS.filter((name) => values[name])
    .map((name) => `--${name} `)
    .join('');
  return `npm run simulate -- ${kind}${values.nodes === undefined ? '' : `--nodes ${values.nodes} `}--world '${seed}' --steps ${steps}`;
}

async function run(): Promise<void> {
  const steps = countOf('steps', values.steps);
  const secondsMax = countOf('seconds', values.seconds);
  await using postgres = await openPostgres();
  const start = elapsedMs();
  const tally: Record<string, number> = {};
  let [done, worlds, reported] = [0, 0, start];
  while (done < steps && (secondsMax === 0 || elapsedMs() - start < secondsMax * 1_000)) {
    const seed = values.world ?? `${values.seed}/${worlds}`;
    const each = values.world === undefined ? Math.min(STEPS_PER_WORLD, steps - done) : steps;
    await using pool = openPool(await postgres.fresh());
    const outcome = await simulate({
      pool,
      seed,
      steps: each,
      nodes: troublesOf(values.nodes),
      networks: networksOf(),
      relays: values.relay,
      bridges: values.bridge,
      safes: values.safes,
      holds: values.commerce,
      recurs: values.recurring,
      screens: values.screening,
      ...(WITHOUT_BACKGROUND.some((kind) => values[kind]) && { background: false }),
    });
    for (const [what, times] of Object.entries(outcome.tally))
      tally[what] = (tally[what] ?? 0) + times;
    done += outcome.steps;
    worlds += 1;
    if (outcome.problems.length > 0) {
      process.stdout.write(`✗ after ${done} steps:\n${outcome.problems.slice(0, 20).join('\n')}\n`);
      process.stdout.write(`Again by: ${replayOf(outcome)}\n`);
      process.exitCode = 1;
      return;
    }
    if (elapsedMs() - reported > REPORT_EVERY_MS) {
      reported = elapsedMs();
      process.stderr.write(
        `${done} steps, ${worlds} worlds, ${Math.round((done * 1_000) / (reported - start))}/s\n`,
      );
    }
  }
  process.stdout.write(`${print(done, start, tally)}\n✓ ${worlds} worlds, nothing wrong in any.\n`);
}

if (values.help) {
  process.stdout.write(
    `Usage: npm run simulate -- [--tron] [--relay] [--bridge] [--safes] [--commerce] [--recurring] [--screening] [--nodes all] [--steps 1000000] [--seed 1] [--seconds 0] | [--world '1/7' --steps 412]\n--tron lets one of the two chains be Tron\n--relay lets payers of a Tron chain alone have what they sign forwarded\n--bridge joins two chains by a bridge, over which payments come\n--safes lets Safes of several owners pay\n--commerce lets shops have payments held in escrows, and nothing else happen\n--recurring lets shops make payouts and requests that recur\n--screening has wallets looked up and judged\n--nodes lets the adapters for real nodes read the blocks, from nodes in memory that have all troubles or these: ${ALL_TROUBLES.join()}\n`,
  );
} else {
  await run().catch((error: unknown) => {
    process.stderr.write(
      `The simulation failed: ${error instanceof Error ? error.stack : error}\n`,
    );
    process.exitCode = 1;
  });
}
