import { openBenchDatabase } from './bench-database.ts';
import { compare, PASSES, type Question, ratioOf } from './harness.ts';
import { LOAD_SIZES, load } from './load.ts';
import { spawnServer } from './spawn-server.ts';

const CONNECTIONS = 32;

/** Question 2: what the rules of a link cost a payer who only reads it. */
export const readLink: Question = {
  name: 'read-link',
  purpose:
    'How fast is a link read without a wallet, against a bare handler with the same checks and one select?',
  run: async (report) => {
    await using database = await openBenchDatabase();
    await using florin = await spawnServer('florin', database.url);
    await using plain = await spawnServer('plain', database.url);
    const read = { call: 'read', connections: CONNECTIONS } as const;
    const samples = await compare(
      [
        { name: 'florin', measure: () => load(florin, read) },
        { name: 'plain', measure: () => load(plain, read) },
      ],
      report,
    );
    const both = { of: 'florin', to: 'plain', number: 'requestsPerSecond' };
    return {
      sizes: { passes: PASSES, ...LOAD_SIZES, connections: CONNECTIONS },
      samples,
      ratios: [ratioOf(samples, { name: 'throughput', ...both, wanted: 'at least', bar: 0.8 })],
    };
  },
};
