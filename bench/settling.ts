import { Pool } from 'undici';
import { elapsedMs } from '#kit/clock.ts';
import { hashOf } from '../tests/support/settlement-world.ts';
import { openBenchDatabase } from './bench-database.ts';
import { compare, medianOf, PASSES, type Question, ratioOf, type Sample } from './harness.ts';
import {
  openSettlingFlorin,
  openSettlingReceiver,
  type SettlingFlorin,
  type SettlingReceiver,
} from './settling-processes.ts';

/** Payments of one block. */
const BURST = Number(process.env['BENCH_PAYMENTS'] ?? 1_000);
/** Blocks that are all there at once, and payments in each of them. */
const SUSTAINED = { blocks: 12, perBlock: BURST / 4 };
/** Payments a second, of which a tenth is in a block each 100 ms, and how many in all. */
const LIVELY = { perSecond: 50, payments: BURST / 2 };
const QUIET = { perSecond: 10, payments: BURST / 10 };
const BLOCK_MS = 100;
/** The first runs of each connection and process are not measured. */
const WARM_UP = 50;
/** In each pass. */
const PER_PASS = BURST + SUSTAINED.blocks * SUSTAINED.perBlock + LIVELY.payments + QUIET.payments;
/** How many requests of one endpoint Florin has under way at most. */
const IN_FLIGHT = 32;

/** How soon payments are reported, from their block to the webhook, for a full block, many and few of them. */
export const settling: Question = {
  name: 'settling',
  purpose:
    'How soon are a thousand payments of one block reported, how many a second, and how soon is a single one?',
  run: async (report) => {
    await using database = await openBenchDatabase();
    await using receiver = await openSettlingReceiver();
    const payments = WARM_UP + PASSES * PER_PASS;
    await using florin = await openSettlingFlorin(
      { databaseUrl: database.url, payments },
      receiver,
    );
    await florin.pay(WARM_UP, 5, 0);
    const samples = await compare(
      [
        { name: 'one block', measure: () => burst(florin) },
        { name: 'bare posts', measure: () => postBare(receiver) },
        { name: 'sustained', measure: () => sustain(florin) },
        { name: '50 a second', measure: () => trickle(florin, LIVELY) },
        { name: '10 a second', measure: () => trickle(florin, QUIET) },
      ],
      report,
    );
    const atMost = { wanted: 'at most' } as const;
    const p95 = { ...atMost, number: 'p95Ms' };
    const burstHeld = { ...atMost, number: 'seconds', of: 'one block' };
    const name = `${BURST} payments of one block`;
    return {
      sizes: { passes: PASSES, payments: BURST, blocks: SUSTAINED.blocks, blockMs: BLOCK_MS },
      samples,
      ratios: [
        medianOf(samples, { ...burstHeld, name: `${name}, seconds`, bar: 3 }),
        ratioOf(samples, {
          ...burstHeld,
          name: `${name}, of bare posts`,
          to: 'bare posts',
          bar: 15,
        }),
        medianOf(samples, {
          name: 'payments a second, sustained',
          number: 'paymentsPerSecond',
          of: 'sustained',
          wanted: 'at least',
          bar: 300,
        }),
        medianOf(samples, { ...p95, name: 'p95 in ms at 50/s', of: '50 a second', bar: 500 }),
        medianOf(samples, { ...p95, name: 'p95 in ms at 10/s', of: '10 a second', bar: 100 }),
      ],
    };
  },
};

/** A block with all of them. */
async function burst(florin: SettlingFlorin): Promise<Sample> {
  const times = await florin.pay(BURST, BURST, 0);
  return { seconds: highest(times) / 1_000, p50Ms: at(times, 0.5) };
}

/** What is left of it when nothing is read, settled or kept: signed posts, as many at once. */
async function postBare(receiver: SettlingReceiver): Promise<Sample> {
  const pool = new Pool(new URL(receiver.url).origin, { connections: IN_FLIGHT, pipelining: 1 });
  const start = elapsedMs();
  await Promise.all(
    Array.from({ length: BURST }, async (_, number) => {
      const body = JSON.stringify({ event: 'bare', txHash: hashOf(`bare ${number}`) });
      const headers = { 'x-service-signature': receiver.sign(body) };
      const answer = await pool.request({ method: 'POST', path: '/hook', headers, body });
      await answer.body.dump();
    }),
  );
  const seconds = (elapsedMs() - start) / 1_000;
  await pool.close();
  return { seconds };
}

/** Blocks that wait already: what Florin can keep up with. */
async function sustain(florin: SettlingFlorin): Promise<Sample> {
  const { blocks, perBlock } = SUSTAINED;
  const times = await florin.pay(blocks * perBlock, perBlock, 0);
  return { paymentsPerSecond: times.length / (highest(times) / 1_000) };
}

/** A block each tenth of a second. */
async function trickle(florin: SettlingFlorin, size: typeof LIVELY): Promise<Sample> {
  const perBlock = (size.perSecond * BLOCK_MS) / 1_000;
  const times = await florin.pay(size.payments, perBlock, BLOCK_MS);
  return { p50Ms: at(times, 0.5), p95Ms: at(times, 0.95), highestMs: highest(times) };
}

const at = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;
const highest = (times: readonly number[]) => Math.max(...times);
