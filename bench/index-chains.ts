import { relayWithLatency } from './counting-relay.ts';
import { type Contestant, type Ratio, ratioOf, type Sample, type Samples } from './harness.ts';
import {
  type ReadChain,
  type Reading,
  readWithFlorin,
  readWithPonder,
  readWithSubsquid,
} from './index-contestants.ts';
import type { SameRows } from './index-rows.ts';
import type { openPassDatabases } from './pass-databases.ts';
import { type ChainSize, type PaidChain, payOnAChain } from './payments-on-a-chain.ts';
import { startedProcesses } from './processor-time.ts';

/** A way to read a chain. */
interface Reader {
  readonly name: string;
  /** At least so many times as fast is Florin wanted to be. */
  readonly bar?: number;
  read(reading: Reading): Promise<Sample>;
}

const FLORIN: Reader = { name: 'Florin', read: readWithFlorin };
/** The folder `bench` of another checkout, whose code takes part beside this one's: to compare a change with what was before. */
const OTHER = process.env['BENCH_OTHER'];
/** Florin, and that of the other checkout where there is one. */
export const FLORINS: readonly Reader[] =
  OTHER === undefined
    ? [FLORIN]
    : [FLORIN, { name: 'Florin, other', read: (reading) => readWithFlorin(reading, OTHER) }];
/** Subsquid, which does what Florin does to find a payment. */
export const SUBSQUID: Reader = {
  name: 'Subsquid',
  bar: 1.2,
  read: (reading) => readWithSubsquid(reading, true),
};
/** The same, which believes the event. */
export const EVENTS_ONLY: Reader = {
  name: 'Subsquid, events',
  bar: 1.5,
  read: (reading) => readWithSubsquid(reading, false),
};
/** Ponder, cold, which believes the event. */
export const PONDER: Reader = { name: 'Ponder, events', bar: 20, read: readWithPonder };

/** A chain of the benchmark on a node of its own. */
interface OpenedChain extends ReadChain, AsyncDisposable {
  readonly paid: PaidChain;
}

/** Starts a node and fills its chain. */
export async function openReadChain(name: string, size: ChainSize): Promise<OpenedChain> {
  const before = await startedProcesses();
  const paid = await payOnAChain(size);
  const nodePids = [...(await startedProcesses())].filter((pid) => !before.has(pid));
  const { from, to, events } = paid;
  const { rpcUrl } = paid.node.node;
  const dispose = () => paid[Symbol.asyncDispose]();
  return { name, rpcUrl, from, to, events, nodePids, paid, [Symbol.asyncDispose]: dispose };
}

/** How the contestants of a chain are measured. */
interface ContestParts {
  readonly databases: Awaited<ReturnType<typeof openPassDatabases>>;
  readonly same: SameRows;
  /** How late the node answers; where given, what is sent to it is counted. */
  readonly latencyMs?: number;
}

/** The contestants of a chain; each begins with a database of its own in which nothing was found. */
export function contestantsOn(
  chain: ReadChain,
  readers: readonly Reader[],
  { databases, same, latencyMs }: ContestParts,
): Contestant[] {
  return readers.map(({ name, read }) => ({
    name: nameOn(chain.name, name),
    measure: async () => {
      await using database = await databases.create();
      const parts = { database, serverPid: databases.pid, same };
      if (latencyMs === undefined) return await read({ chain, ...parts });
      await using relay = await relayWithLatency(chain.rpcUrl, latencyMs);
      const sample = await read({ chain: { ...chain, rpcUrl: relay.rpcUrl }, ...parts });
      const { calls, requests, bytes } = relay.cost;
      return { ...sample, nodeCalls: calls, nodeRequests: requests, requestBytes: bytes };
    },
  }));
}

/** How many times as fast as each of the others Florin was on a chain. */
export function pacesOf(samples: Samples, chain: string): Ratio[] {
  return [SUBSQUID, EVENTS_ONLY, PONDER]
    .filter(({ name }) => samples.has(nameOn(chain, name)))
    .map(({ name, bar = 1 }) =>
      ratioOf(samples, {
        name: `${chain} chain, of ${name}`,
        number: 'eventsPerSecond',
        of: nameOn(chain, FLORIN.name),
        to: nameOn(chain, name),
        wanted: 'at least',
        bar,
      }),
    );
}

function nameOn(chain: string, reader: string): string {
  return `${chain}, ${reader}`;
}
