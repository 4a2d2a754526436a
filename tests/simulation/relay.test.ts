import { describe, it } from 'vitest';
import { expectNoProblems, expectShown } from './judge-worlds.ts';
import { RELAY_TROUBLES } from './nodes/node-troubles.ts';
import { RELAY_PLANTS, RELAY_SEEDS } from './relay/plants.ts';
import { simulate } from './run.ts';
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
    const worlds = { seeds: RELAY_SEEDS, happens: OF_SENDING };
    await expectNoProblems((seed) => run(seed, STEPS), worlds);
  });

  it.each(Object.entries(RELAY_PLANTS))('shows a bug that %s', async (_what, plant) => {
    const { shows, seeds, ...planted } = plant;
    await expectShown((seed) => run(seed, STEPS_TO_FIND, planted), { seeds, shows });
  });
});
