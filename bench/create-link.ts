import { openBenchDatabase } from './bench-database.ts';
import { compare, medianOf, PASSES, type Question, ratioOf } from './harness.ts';
import { LOAD_SIZES, load } from './load.ts';
import { spawnServer } from './spawn-server.ts';

const CONNECTIONS = [32, 128] as const;

/** Question 1: what everything around the insert costs. */
export const createLink: Question = {
  name: 'create-link',
  purpose: 'How fast is a link created, against a bare server that durably inserts one row?',
  run: async (report) => {
    await using database = await openBenchDatabase();
    await using florin = await spawnServer('florin', database.url);
    await using plain = await spawnServer('plain', database.url);
    const servers = [
      ['florin', florin],
      ['plain', plain],
    ] as const;
    const contestants = CONNECTIONS.flatMap((connections) =>
      servers.map(([name, server]) => ({
        name: `${name} c=${connections}`,
        measure: () => load(server, { call: 'create', connections }),
      })),
    );
    const samples = await compare(contestants, report);
    const ratios = CONNECTIONS.flatMap((connections) => {
      const both = { of: `florin c=${connections}`, to: `plain c=${connections}` };
      return [
        ratioOf(samples, {
          ...both,
          name: `throughput at c=${connections}`,
          number: 'requestsPerSecond',
          wanted: 'at least',
          bar: connections === 32 ? 0.6 : 0.8,
        }),
        medianOf(samples, {
          of: both.of,
          name: `us of Node a call at c=${connections}`,
          number: 'nodeUs',
          wanted: 'at most',
          bar: 230,
        }),
        ratioOf(samples, {
          ...both,
          name: `p99 at c=${connections}`,
          number: 'p99Ms',
          wanted: 'at most',
          bar: 2,
        }),
      ];
    });
    return { sizes: { passes: PASSES, ...LOAD_SIZES }, samples, ratios };
  },
};
