import { describe, expect, it } from 'vitest';
import { RELAY_TROUBLES } from './nodes/node-troubles.ts';
import { RELAY_PLANTS, RELAY_SEEDS } from './relay/plants.ts';
import { type Outcome, simulate } from './run.ts';
import { useRunDatabase } from './run-database.ts';

const STEPS = 200;
/** A planted bug is found within so many steps. */
const STEPS_TO_FIND = 250;

/** What happens to transactions that payers sign, in some of these worlds. */
const OF_SENDING = [
  'forwarded',
  'a node was busy',
  'a node knew it',
  'a node refused it',
  'a node dropped it',
] as const;

const database = useRunDatabase();

async function run(seed: string, steps: number, plant?: Parameters<typeof simulate>[0]['plant']) {
  const parts = { pool: await database.empty(), seed, steps, nodes: RELAY_TROUBLES };
  const background = plant === undefined;
  const world = { networks: ['tron'], relays: true, background } as const;
  return await simulate({ ...parts, ...world, ...(plant && { plant }) });
}

describe('a world whose payers have what they sign forwarded', () => {
  it('never forwards two payments for one, and holds none for ever', async () => {
    const outcomes: Outcome[] = [];
    for (const seed of RELAY_SEEDS) outcomes.push(await run(seed, STEPS));
    expect(outcomes.map(({ seed, problems }) => [seed, problems])).toEqual(
      RELAY_SEEDS.map((seed) => [seed, []]),
    );
    const never = OF_SENDING.filter((what) => outcomes.every(({ tally }) => !tally[what]));
    expect(never).toEqual([]);
  });

  it.each(Object.entries(RELAY_PLANTS))('shows a bug that %s', async (_what, plant) => {
    const { shows, seeds, ...planted } = plant;
    for (const seed of seeds) {
      const { problems } = await run(seed, STEPS_TO_FIND, planted);
      if (problems.length === 0) continue;
      expect(problems).toContainEqual(expect.stringMatching(shows));
      return;
    }
    expect.unreachable('no world showed it');
  });
});
