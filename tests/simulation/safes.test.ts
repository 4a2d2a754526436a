import { describe, it } from 'vitest';
import { expectNoProblems, expectShown } from './judge-worlds.ts';
import { simulate } from './run.ts';
import { useRunDatabase } from './run-database.ts';
import { SAFE_PLANTS, SAFE_SEEDS } from './safes/plants.ts';
import { SAFE_NETWORK } from './safes/safing.ts';

const STEPS = 250;
/** A planted bug is found within so many steps. */
const STEPS_TO_FIND = 140;

/** What becomes of what owners of Safes sign, in some of these worlds. */
const OF_SAFES = [
  'proposal exactly',
  'proposal two_links',
  'proposal by_batch_contract',
  'proposal bundle',
  'proposal with_a_paid_link',
  'proposal that_fails',
  'rejection',
  'bundle reported',
  'a link waited',
  'bundle of several',
  'a key was named',
  'service silent',
  'service lying',
  'reorg',
  'restarted',
  'proposal ended settled',
  'proposal ended source_failed',
  'proposal ended foreign',
  'proposal ended not_found',
] as const;

const database = useRunDatabase();

async function run(seed: string, steps: number, plant?: Parameters<typeof simulate>[0]['plant']) {
  const parts = { pool: await database.empty(), seed, steps, background: false };
  const world = { networks: [SAFE_NETWORK], safes: true } as const;
  return await simulate({ ...parts, ...world, ...(plant && { plant }) });
}

describe('a world in which Safes pay', () => {
  it('conserves money and ends each proposal one way', async () => {
    const again = `again by: npm run simulate -- --safes --world '…' --steps ${STEPS}`;
    const worlds = { seeds: SAFE_SEEDS, happens: OF_SAFES, again };
    await expectNoProblems((seed) => run(seed, STEPS), worlds);
  });

  it.each(Object.entries(SAFE_PLANTS))(
    'shows a bug that %s',
    async (_what, { seeds, steps = STEPS_TO_FIND, ...plant }) => {
      await expectShown((seed) => run(seed, steps, plant), { seeds, shows: plant.shows });
    },
  );
});
