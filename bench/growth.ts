import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { elapsedMs } from '#kit/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { openDatabase } from '#platform/db/pool.ts';
import { openBenchDatabase } from './bench-database.ts';
import { medianOf, type Question, type Sample } from './harness.ts';
import { openSettlingFlorin, openSettlingReceiver } from './settling-processes.ts';

/** Payments whose growth is measured. */
const PAYMENTS = Number(process.env['BENCH_PAYMENTS'] ?? 4_000);
/** Payments before that: what these rewrite leaves space that later payments fill, as in a database in use. */
const FIRST = Math.ceil(PAYMENTS / 2);
/** As many as PostgreSQL's own vacuum lets a table of these sizes grow by: a fifth, by default. */
const BETWEEN_VACUUMS = Math.ceil(PAYMENTS / 10);
/** A block each tenth of a second: 50 payments a second, as in the lively case of `settling`. */
const PER_BLOCK = 5;
const BLOCK_MS = 100;
const ENDPOINTS = 2;
const TIMEOUT_MS = 120_000;
/** Less than so many bytes a payment are added up as one. */
const SHOWN_FROM = 8;

/** How much of the disk a payment takes for good. */
export const growth: Question = {
  name: 'growth',
  purpose: 'How many bytes does a payment with two webhook endpoints leave on the disk, and where?',
  run: async (report) => {
    await using database = await openBenchDatabase();
    await using receiver = await openSettlingReceiver();
    const parts = { databaseUrl: database.url, payments: FIRST + PAYMENTS, endpoints: ENDPOINTS };
    await using florin = await openSettlingFlorin(parts, receiver);
    const { db, close } = openDatabase(database.url, { log: pino({ level: 'silent' }) });
    try {
      const pay = async (payments: number) => {
        for (let left = payments; left > 0; left -= BETWEEN_VACUUMS) {
          await florin.pay(Math.min(left, BETWEEN_VACUUMS), PER_BLOCK, BLOCK_MS);
          await atRest(db);
        }
      };
      await pay(FIRST);
      const before = await sizesOf(db);
      await pay(PAYMENTS);
      const samples = grownBetween(before, await sizesOf(db));
      reportTable(samples, report);
      return {
        sizes: {
          first: FIRST,
          payments: PAYMENTS,
          perBlock: PER_BLOCK,
          blockMs: BLOCK_MS,
          endpoints: ENDPOINTS,
        },
        samples: new Map([...samples].map(([name, sample]) => [name, [sample]])),
        ratios: [
          medianOf(new Map([['all', [samples.get('all') ?? {}]]]), {
            name: 'bytes of a payment with two endpoints',
            number: 'bytes',
            of: 'all',
            wanted: 'at most',
            bar: 8 * 1024,
          }),
        ],
      };
    } finally {
      await close();
    }
  },
};

/** Waits until nothing is left to send, and has what was overwritten given back. */
async function atRest(db: Database): Promise<void> {
  for (const end = elapsedMs() + TIMEOUT_MS; ; await wait(100)) {
    const { rows } = await sql<{ left: boolean }>`
      select exists (select from outbox)
        or exists (select from webhook_delivery where status = 'pending') as left`.execute(db);
    if (rows[0]?.left === false) break;
    if (elapsedMs() > end) throw new Error(`webhooks were still to be sent after ${TIMEOUT_MS} ms`);
  }
  await sql`vacuum (analyze)`.execute(db);
}

interface Size {
  readonly name: string;
  readonly bytes: bigint;
  readonly rows: bigint;
}

/** Each table, with the texts that are stored beside it, and each index. */
async function sizesOf(db: Database): Promise<readonly Size[]> {
  const { rows } = await sql<Size>`
    select relation.relname as name, pg_table_size(relation.oid) as bytes,
      greatest(relation.reltuples, 0)::bigint as rows
    from pg_class relation
    where relation.relkind in ('r', 'i') and relation.relnamespace = 'public'::regnamespace`.execute(
    db,
  );
  return rows;
}

/** What a payment added to each, those that add most first, and to all together. */
function grownBetween(
  before: readonly Size[],
  after: readonly Size[],
): ReadonlyMap<string, Sample> {
  const earlier = new Map(before.map((size) => [size.name, size]));
  const grown = after.map(({ name, bytes, rows }) => {
    const was = earlier.get(name);
    const added = {
      bytes: Number(bytes - (was?.bytes ?? 0n)),
      rows: Number(rows - (was?.rows ?? 0n)),
    };
    return { name, bytes: added.bytes / PAYMENTS, rows: added.rows / PAYMENTS };
  });
  grown.sort((a, b) => b.bytes - a.bytes);
  const all = grown.reduce((sum, { bytes }) => sum + bytes, 0);
  return new Map<string, Sample>([
    ['all', { bytes: all }],
    ...grown
      .filter(({ bytes }) => Math.abs(bytes) >= SHOWN_FROM)
      .map(({ name, bytes, rows }) => [name, { bytes, rows }] as const),
  ]);
}

function reportTable(samples: ReadonlyMap<string, Sample>, report: (line: string) => void): void {
  report('bytes a payment, rows or entries a payment');
  for (const [name, { bytes = 0, rows }] of samples) {
    const count = rows === undefined ? '' : rows.toFixed(2).padStart(8);
    report(`${name.padEnd(48)} ${bytes.toFixed(0).padStart(7)}${count}`);
  }
}
