import { describe, it } from 'vitest';
import { expectNoProblems, expectShown } from './judge-worlds.ts';
import { simulate } from './run.ts';
import { useRunDatabase } from './run-database.ts';
import { SCREENING_PLANTS, SCREENING_SEEDS } from './screening/plants.ts';
import { SCREENED_NETWORK } from './screening/screening.ts';

const STEPS = 260;
/** A planted bug is found within so many steps. */
const STEPS_TO_FIND = 200;

/** What becomes of wallets that may not pay and of those who are asked about them, in some of these worlds. */
const OF_SCREENING = [
  'vendor silent',
  'vendor late',
  'list silent',
  'release of wallet_not_allowed',
  'release of screening_rejected',
  'release of provider_error',
  'reorg',
  'restarted',
] as const;

const database = useRunDatabase();

async function run(seed: string, steps: number, plant?: Parameters<typeof simulate>[0]['plant']) {
  const parts = { pool: await database.empty(), seed, steps, background: false };
  const world = { networks: [SCREENED_NETWORK], screens: true } as const;
  return await simulate({ ...parts, ...world, ...(plant && { plant }) });
}

describe('a world in which wallets are looked up and judged', () => {
  it('counts what may be paid, and nothing else', async () => {
    const again = `again by: npm run simulate -- --screening --world '…' --steps ${STEPS}`;
    const worlds = { seeds: SCREENING_SEEDS, happens: OF_SCREENING, again };
    await expectNoProblems((seed) => run(seed, STEPS), worlds);
  });

  it.each(Object.entries(SCREENING_PLANTS))('shows a bug that %s', async (_what, plant) => {
    const seeds = ['judged 1', 'judged 2', 'judged 3'];
    await expectShown((seed) => run(seed, STEPS_TO_FIND, plant), { seeds, shows: plant.shows });
  });
});
