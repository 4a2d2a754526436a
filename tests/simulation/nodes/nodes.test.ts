import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../support/database.ts';
import type { Plant } from '../plants.ts';
import { type Outcome, simulate } from '../run.ts';
import { ALL_TROUBLES, type Trouble } from './node-troubles.ts';
import { NO_TOTAL, NODE_PLANTS } from './plants.ts';
import { KEPT_NODE_SEEDS, SHORT_NODE_SEEDS, SINGLE_NODE_SEEDS } from './seeds.ts';

/** Long enough for payments to be read from nodes that fail, fork and recover. */
const STEPS = 120;
/** Long enough for a worker to find nodes absent that another step took down. */
const STEPS_ALONE = 400;
/** A planted bug is found within so many steps. */
const STEPS_TO_FIND = 300;

describe('what the EVM adapter reads of nodes in memory', () => {
  it.each(SHORT_NODE_SEEDS)('is what the honest chain holds: $seed', async (world) => {
    const outcome = await run({ ...world, steps: STEPS });
    expect(outcome.problems, replayOf(outcome, world.troubles)).toEqual([]);
  });

  it.each(SINGLE_NODE_SEEDS)(
    'counts by one node within the total: $seed, $outcome',
    async (world) => {
      const outcome = await run({ ...world, steps: STEPS_ALONE });
      expect(outcome.problems, replayOf(outcome, world.troubles)).toEqual([]);
      expect(outcome.tally).toMatchObject({ [world.outcome]: expect.any(Number) });
    },
  );

  it.each(KEPT_NODE_SEEDS)('stays right: $seed, $why', async (world) => {
    const outcome = await run(world);
    expect(outcome.problems, replayOf(outcome, world.troubles)).toEqual([]);
  });

  it('would show a total of one node alone that has no end', async () => {
    const found: string[] = [];
    for (const world of SINGLE_NODE_SEEDS) {
      const { problems } = await run({ ...world, steps: STEPS_ALONE, background: true }, NO_TOTAL);
      found.push(...problems);
      if (problems.length > 0) break;
    }
    expect(found).toContainEqual(expect.stringMatching(NO_TOTAL.shows));
  });

  it('follows from the seed alone', async () => {
    const world = { seed: 'nodes twice', steps: STEPS, troubles: ALL_TROUBLES };
    const [one, again] = [await run(world), await run(world)];
    expect(again.tally).toEqual(one.tally);
    expect(again.hash).toBe(one.hash);
    const other = await run({ ...world, seed: 'nodes other' });
    expect(other.hash).not.toBe(one.hash);
  });
});

describe('a bug of reading blocks is found that', () => {
  it.each(Object.entries(NODE_PLANTS))('%s', async (_what, { plant, troubles, shows }) => {
    for (const seed of ['planted 1', 'planted 2', 'planted 3', 'planted 4']) {
      const { problems } = await run(
        { seed, steps: STEPS_TO_FIND, troubles, background: false },
        plant(),
      );
      if (problems.length === 0) continue;
      expect(problems).toContainEqual(expect.stringMatching(shows));
      return;
    }
    expect.unreachable('no world showed it');
  });
});

interface NodeWorld {
  readonly seed: string;
  readonly steps: number;
  readonly troubles: readonly Trouble[];
  readonly background?: boolean;
}

const replayOf = ({ seed, steps }: Outcome, troubles: readonly Trouble[]) =>
  `again by: npm run simulate -- --nodes ${troubles.join()} --world '${seed}' --steps ${steps}`;

/** A run in a database of its own. */
async function run(
  { seed, steps, troubles: nodes, background }: NodeWorld,
  plant?: Omit<Plant, 'shows'>,
): Promise<Outcome> {
  await using database = await testDatabase();
  const parts = { databaseUrl: database.url, seed, steps, nodes, background };
  return await simulate({ ...parts, ...(plant && { plant }) });
}
