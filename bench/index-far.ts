import { ensurePeers } from './ensure-peers.ts';
import { compare, PASSES, type Question } from './harness.ts';
import {
  contestantsOn,
  EVENTS_ONLY,
  FLORINS,
  openReadChain,
  pacesOf,
  SUBSQUID,
} from './index-chains.ts';
import { SameRows } from './index-rows.ts';
import { openPassDatabases } from './pass-databases.ts';
import { referencesUpTo } from './payments-on-a-chain.ts';

/** How late a node answers that is elsewhere. */
const LATENCY_MS = 50;
/** Payments on its chain. */
const EVENTS = Number(process.env['BENCH_EVENTS'] ?? 4_000);
const PER_BLOCK = 20;
/**
 * Blocks of the long chain; one in a thousand holds payments, and of these one in ten payments of ours. The local node takes
 * longer for each block the more it has: minutes for these, hours for ten times as many.
 */
const BLOCKS = Number(process.env['BENCH_BLOCKS'] ?? 20_000);
const FILLED_EVERY = 1_000;
const OURS_EVERY = 10;

/** Question 4 for a node that is far away, and for a chain on which hardly anybody pays us. */
export const indexFar: Question = {
  name: 'index-far',
  purpose: 'How fast is a chain read on a distant node, and one with hardly a payment of ours?',
  run: async (report) => {
    report(
      'Peers are installed where they are missing, and two chains are filled: about five minutes.',
    );
    await ensurePeers();
    await using chains = new AsyncDisposableStack();
    const far = chains.use(
      await openReadChain('distant', { blocks: EVENTS / PER_BLOCK, perBlock: PER_BLOCK }),
    );
    const long = chains.use(
      await openReadChain('long', {
        blocks: BLOCKS / FILLED_EVERY,
        perBlock: PER_BLOCK,
        emptyBetween: FILLED_EVERY - 1,
        oursEvery: OURS_EVERY,
      }),
    );
    await using databases = await openPassDatabases(
      referencesUpTo(Math.max(far.events, long.events)),
    );
    report(`${far.events} and ${long.events} payments of ours are on the chains.`);
    const same = new SameRows();
    const samples = await compare(
      [
        ...contestantsOn(far, [...FLORINS, SUBSQUID, EVENTS_ONLY], {
          databases,
          same,
          latencyMs: LATENCY_MS,
        }),
        ...contestantsOn(long, [...FLORINS, SUBSQUID], { databases, same, latencyMs: 0 }),
      ],
      report,
    );
    return {
      sizes: { passes: PASSES, latencyMs: LATENCY_MS, events: far.events, blocks: BLOCKS },
      samples,
      ratios: ['distant', 'long'].flatMap((chain) => pacesOf(samples, chain)),
    };
  },
};
