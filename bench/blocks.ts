import { sql } from 'kysely';
import { pino } from 'pino';
import { NETWORKS } from '#catalog/networks.ts';
import type { ObservedTransfer } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { elapsedMs } from '#kit/clock.ts';
import { sweeps as multicallSweeps } from '#modules/multicall-payouts/sweeps.ts';
import { sweeps as linkSweeps } from '#modules/secure-payments/sweeps.ts';
import { sweeps as settlementSweeps } from '#modules/settlement/sweeps.ts';
import { type OpenDatabase, openDatabase } from '#platform/db/pool.ts';
import { TEST_TIME, testContext } from '../tests/support/context.ts';
import { driveWatcher } from '../tests/support/driven-watcher.ts';
import {
  lastPaidBlock,
  type ManyLinksNetwork,
  manyLink,
  writeManyLinks,
} from '../tests/support/many-links.ts';
import {
  hashOf,
  type SettlementWorld,
  settlementWorld,
} from '../tests/support/settlement-world.ts';
import { openBenchDatabases } from './bench-database.ts';
import { PASSES, type Question, type Reading, ratioOf, type Sample } from './harness.ts';
import { listPages } from './list-pages.ts';

/** Open payments in the ledger that are compared. */
const OPEN = (process.env['BENCH_OPEN'] ?? '1000,10000,100000,1000000').split(',').map(Number);
/** The networks that are measured, one after another: one of each family. */
const COMPARED: readonly ManyLinksNetwork[] = ['sepolia', 'tron'];
/**
 * How far behind the head a block of Tron is solidified, on which payments wait there: a multiple of the blocks
 * of a round, so that a payment counts in a block that has one too.
 */
const SOLIDIFIED_BEHIND = 18n;
/** Blocks of each kind in each pass. */
const BLOCKS = Number(process.env['BENCH_BLOCKS'] ?? 60);
/** More than PostgreSQL takes to settle on the plan of a prepared statement. */
const WARM_UP_BLOCKS = 10;
/** Payments of others in a block, through the same contracts. */
const UNRELATED = 20;
/** Payments that were made before, in all books. */
const PAID_BEFORE = 1_000;
/** Written behind the blocks into the largest books, so that lists of payments have some. */
const PAID_FOR_LISTS = 200_000;

/** Question 5: what a block costs as more and more payments are open. */
export const blocks: Question = {
  name: 'blocks',
  purpose: 'What does a new block cost with a thousand open payments, and what with a million?',
  run: async (report) => {
    const readings: Omit<Reading, 'sizes'>[] = [];
    for (const network of COMPARED) readings.push(await readNetwork(network, report));
    return {
      sizes: { passes: PASSES, blocksOfEachKind: BLOCKS, unrelated: UNRELATED, PAID_BEFORE },
      samples: new Map(readings.flatMap(({ samples }) => [...samples])),
      ratios: readings.flatMap(({ ratios }) => ratios),
    };
  },
};

/** What each open count costs on a network, in databases of its own. */
async function readNetwork(
  network: ManyLinksNetwork,
  report: (line: string) => void,
): Promise<Omit<Reading, 'sizes'>> {
  await using databases = await openBenchDatabases(OPEN.length);
  const opened: OpenDatabase[] = [];
  const worlds: IngestWorld[] = [];
  try {
    for (const [i, open] of OPEN.entries()) {
      const database = openDatabase(databases.urls[i] ?? '', { log: pino({ level: 'silent' }) });
      opened.push(database);
      worlds.push(await openIngestWorld(database, { network, open }, report));
    }
    // Else the first blocks are measured while the server still writes the rows from before.
    await worlds[0]?.ctx.db.connection().execute(async (db) => {
      await sql`set statement_timeout = 0`.execute(db);
      await sql`checkpoint`.execute(db);
      await sql`reset statement_timeout`.execute(db);
    });
    const samples = await comparePerBlock(worlds, report);
    const largest = worlds.at(-1);
    if (largest !== undefined && network === 'sepolia') await lists(largest, report);
    const [least, most] = [Math.min(...OPEN), Math.max(...OPEN)].map((open) =>
      named(open, network),
    );
    return {
      samples,
      ratios: Object.entries(KINDS).map(([number, name]) =>
        ratioOf(samples, {
          name: `${name}, ${most} to ${least}`,
          number,
          of: most ?? '',
          to: least ?? '',
          wanted: 'at most',
          bar: 1.2,
        }),
      ),
    };
  } finally {
    for (const { end } of worlds) await end();
    for (const { close } of opened) await close();
  }
}

const named = (open: number, network: ManyLinksNetwork) =>
  `${open.toLocaleString('en')} open on ${NETWORKS[network].name}`;

/** What is timed, by the name of its number. */
const KINDS = {
  emptyMs: 'an empty block',
  unrelatedMs: 'a block of unrelated payments',
  oursMs: 'a block with a payment of ours',
  pollsMs: 'one poll of each sweep',
} as const;

type Kind = keyof typeof KINDS;

interface IngestWorld {
  readonly name: string;
  readonly ctx: Context;
  readonly open: number;
  /** Does one thing of a kind; the next of its links is paid where it pays one. */
  round(kind: Kind): Promise<void>;
  end(): Promise<void>;
}

async function openIngestWorld(
  { db }: OpenDatabase,
  { network, open }: { readonly network: ManyLinksNetwork; readonly open: number },
  report: (line: string) => void,
): Promise<IngestWorld> {
  const onSepolia = testContext({ db });
  const { settings } = onSepolia;
  // As by default: a payment on Tron waits until its block is solidified.
  const confirmationsFor = () => NETWORKS.tron.confirmed;
  const isTron = network === 'tron';
  const ctx = isTron ? { ...onSepolia, settings: { ...settings, confirmationsFor } } : onSepolia;
  const world = await settlementWorld(ctx, network);
  const start = elapsedMs();
  // What is paid while it is measured comes on top, so that as many stay open.
  const all = open + BLOCKS * PASSES + WARM_UP_BLOCKS;
  await writeManyLinks(db, { from: 1, to: all, network }, 'pending');
  await writeManyLinks(db, { from: all + 1, to: all + PAID_BEFORE, network }, 'paid');
  report(`${named(open, network)} written in ${Math.round((elapsedMs() - start) / 1_000)} s`);
  // The numbers of what is paid are spread over all of them.
  const stride = Math.floor(all / (BLOCKS * PASSES + WARM_UP_BLOCKS));
  // Above every block of a payment: a watcher that finds transfers above its cursor is in no state that exists.
  let height = lastPaidBlock(all + PAID_BEFORE) + 1_000n;
  const watcher = driveWatcher(ctx, world.chain);
  let paid = 0;
  const take = async (transfersAt: (height: bigint) => readonly ObservedTransfer[]) => {
    height += 1n;
    const update = world.blocks(world.block(height), transfersAt(height));
    const final = isTron ? solidifiedAt(height) : {};
    await watcher.take({ ...update, ...final });
  };
  return {
    name: named(open, network),
    ctx,
    open: all,
    end: watcher.end,
    round: async (kind) => {
      if (kind === 'emptyMs') return await take(() => []);
      if (kind === 'unrelatedMs') return await take((at) => unrelatedAt(world, at, network));
      if (kind === 'pollsMs') return await poll(ctx);
      paid += 1;
      const link = manyLink(paid * stride, network);
      await take((at) => [
        world.transferOf(link, world.block(at), { transactionHash: hashOf(`${link.token} paid`) }),
      ]);
    },
  };
}

/** What a node of Tron says about the end of its chain beside the newest block. */
function solidifiedAt(height: bigint) {
  return { finalizedNumber: height - SOLIDIFIED_BEHIND, finalizedAt: TEST_TIME };
}

function unrelatedAt(
  world: SettlementWorld,
  height: bigint,
  network: ManyLinksNetwork,
): readonly ObservedTransfer[] {
  return Array.from({ length: UNRELATED }, (_, logIndex) =>
    world.transferOf(manyLink(1, network), world.block(height), {
      logIndex,
      referenceKey: hashOf(`stranger ${height} ${logIndex}`),
    }),
  );
}

async function poll(ctx: Context): Promise<void> {
  const { signal } = new AbortController();
  for (const sweep of [...settlementSweeps, ...linkSweeps, ...multicallSweeps]) {
    await sweep.run(ctx, signal);
  }
}

/**
 * Takes all books through the same blocks side by side, one block of each after the other: a noisy
 * second of the machine hits all of them. The numbers of a pass are medians.
 */
async function comparePerBlock(
  worlds: readonly IngestWorld[],
  report: (line: string) => void,
): Promise<Map<string, readonly Sample[]>> {
  await times(worlds, WARM_UP_BLOCKS);
  const samples = new Map<string, Sample[]>(worlds.map(({ name }) => [name, []]));
  for (let pass = 1; pass <= PASSES; pass += 1) {
    for (const [name, sample] of await times(worlds, BLOCKS)) {
      samples.get(name)?.push(sample);
      const numbers = Object.entries(sample).map(([kind, ms]) => `${kind} ${ms.toFixed(2)}`);
      report(`pass ${pass} of ${PASSES}  ${name.padEnd(27)} ${numbers.join('  ')}`);
    }
  }
  return samples;
}

async function times(worlds: readonly IngestWorld[], count: number): Promise<Map<string, Sample>> {
  const kinds: readonly Kind[] = ['emptyMs', 'unrelatedMs', 'oursMs', 'pollsMs'];
  const measured = new Map(worlds.map(({ name }) => [name, new Map<Kind, number[]>()]));
  for (let i = 0; i < count; i += 1) {
    for (const kind of kinds) {
      for (let round = 0; round < worlds.length; round += 1) {
        // Each in turn is the first.
        const one = worlds[(round + i) % worlds.length];
        if (one === undefined) continue;
        const start = elapsedMs();
        await one.round(kind);
        const took = elapsedMs() - start;
        const of = measured.get(one.name);
        of?.set(kind, [...(of.get(kind) ?? []), took]);
      }
    }
  }
  return new Map(
    [...measured].map(([name, of]) => [
      name,
      Object.fromEntries([...of].map(([kind, all]) => [kind, middleOf(all)])),
    ]),
  );
}

function middleOf(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/** Scenario S4 in part: how long the pages of an account take among so many rows. */
async function lists({ ctx, open }: IngestWorld, report: (line: string) => void): Promise<void> {
  const first = open + PAID_BEFORE + 1;
  await writeManyLinks(ctx.db, { from: first, to: first + PAID_FOR_LISTS - 1 }, 'paid');
  for (const { name, p50Ms, p99Ms, total } of await listPages(ctx)) {
    report(
      `${name.padEnd(58)} of ${total}  p50 ${p50Ms.toFixed(1)} ms  p99 ${p99Ms.toFixed(1)} ms`,
    );
  }
}
