import { describe, expect, it } from 'vitest';
import { RECURRING_PLANTS, RECURRING_SEEDS } from './recurring/plants.ts';
import { RECURRING_NETWORK } from './recurring/setting.ts';
import { type Outcome, simulate } from './run.ts';
import { useRunDatabase } from './run-database.ts';

const STEPS = 200;
/** A planted bug is found within so many steps. */
const STEPS_TO_FIND = 200;

/** What becomes of what recurs, in some of these worlds. */
const OF_RECURRING: readonly string[] = [];

const database = useRunDatabase();

async function run(seed: string, steps: number, plant?: Parameters<typeof simulate>[0]['plant']) {
  const parts = { pool: await database.empty(), seed, steps, background: false };
  const world = { networks: [RECURRING_NETWORK], recurs: true } as const;
  return await simulate({ ...parts, ...world, ...(plant && { plant }) });
}

describe('a world in which payouts and requests recur', () => {
  it('takes each instalment once, and says what the chain says', async () => {
    const outcomes: Outcome[] = [];
    for (const seed of RECURRING_SEEDS) outcomes.push(await run(seed, STEPS));
    const again = `again by: npm run simulate -- --recurring --world '…' --steps ${STEPS}`;
    expect(
      outcomes.map(({ seed, problems }) => [seed, problems]),
      again,
    ).toEqual(RECURRING_SEEDS.map((seed) => [seed, []]));
    const never = OF_RECURRING.filter((what) => outcomes.every(({ tally }) => !tally[what]));
    expect(never).toEqual([]);
    if (process.env['TALLY'])
      process.stdout.write(
        JSON.stringify(
          outcomes.map(({ tally }) => tally),
          null,
          1,
        ),
      );
  });

  it.each(Object.entries(RECURRING_PLANTS))(
    'shows a bug that %s',
    async (_what, { seeds, steps = STEPS_TO_FIND, ...plant }) => {
      for (const seed of seeds) {
        const { problems } = await run(seed, steps, plant);
        if (problems.length === 0) continue;
        expect(problems).toContainEqual(expect.stringMatching(plant.shows));
        return;
      }
      expect.unreachable('no world showed it');
    },
  );
});
