import { describe, expect, it } from 'vitest';
import { invariant } from '#kit/failure.ts';
import type { Simulated } from '../networks.ts';
import type { Plant } from '../plants.ts';
import { type Outcome, simulate } from '../run.ts';
import { useRunDatabase } from '../run-database.ts';
import { worldsOf } from '../seeds.ts';
import type { Trouble } from './node-troubles.ts';
import { NO_TOTAL, NODE_PLANTS } from './plants.ts';
import {
  KEPT_NODE_SEEDS,
  SHORT_NODE_SEEDS,
  SINGLE_NODE_NETWORKS,
  SINGLE_NODE_SEED,
} from './seeds.ts';

/** Long enough for payments to be read from nodes that fail, fork and recover. */
const STEPS = 120;
/** Long enough for a worker to find nodes absent that another step took down. */
const STEPS_ALONE = 400;
const ALONE = { ...SINGLE_NODE_SEED, networks: SINGLE_NODE_NETWORKS, steps: STEPS_ALONE };
/** A planted bug is found within so many steps. */
const STEPS_TO_FIND = 300;

const database = useRunDatabase();

describe('what the EVM adapter reads of nodes in memory', () => {
  it.each(SHORT_NODE_SEEDS)('is what the honest chain holds: $seed', async (world) => {
    const outcome = await runBefore({ ...world, steps: STEPS });
    expect(outcome.problems, replayOf(outcome, world.troubles)).toEqual([]);
  });

  it('counts by one node within the total, and takes back what the others do not have', async () => {
    const outcome = await run(ALONE);
    expect(outcome.problems, replayOf(outcome, ALONE.troubles)).toEqual([]);
    expect(outcome.tally).toMatchObject({
      'credit by one node confirmed': expect.any(Number),
      'credit by one node denied': expect.any(Number),
    });
  });

  it.each(KEPT_NODE_SEEDS)('stays right: $seed, $why', async (world) => {
    const outcome = await run(world);
    expect(outcome.problems, replayOf(outcome, world.troubles)).toEqual([]);
  });

  it('would show a total of one node alone that has no end', async () => {
    const { problems } = await run({ ...ALONE, background: true }, NO_TOTAL);
    expect(problems).toContainEqual(expect.stringMatching(NO_TOTAL.shows));
  });

  it('follows from the seed alone', async () => {
    const [world, otherWorld] = SHORT_NODE_SEEDS.map((each) => ({ ...each, steps: STEPS }));
    invariant(world !== undefined && otherWorld !== undefined, 'there are two seeds');
    const one = await runBefore(world);
    const again = await run(world);
    expect(again.tally).toEqual(one.tally);
    expect(again.hash).toBe(one.hash);
    expect((await runBefore(otherWorld)).hash).not.toBe(one.hash);
  });
});

describe('a bug of reading blocks is found that', () => {
  it.each(Object.entries(NODE_PLANTS))('%s', async (_what, { plant, troubles, shows }) => {
    for (const seed of worldsOf('planted')(1)) {
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
  readonly networks?: readonly Simulated[];
}

const replayOf = ({ seed, steps }: Outcome, troubles: readonly Trouble[]) =>
  `again by: npm run simulate -- --nodes ${troubles.join()} --world '${seed}' --steps ${steps}`;

const before = new Map<string, Promise<Outcome>>();

/** The run of a seed by an earlier test of this file, or a first one. */
function runBefore(world: NodeWorld): Promise<Outcome> {
  const outcome = before.get(world.seed) ?? run(world);
  before.set(world.seed, outcome);
  return outcome;
}

/** A run in an empty database. */
async function run(
  { seed, steps, troubles: nodes, background, networks }: NodeWorld,
  plant?: Omit<Plant, 'shows'>,
): Promise<Outcome> {
  const parts = { pool: await database.empty(), seed, steps, nodes, background, networks };
  return await simulate({ ...parts, ...(plant && { plant }) });
}
