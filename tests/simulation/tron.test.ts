import { describe, expect, it } from 'vitest';
import { invariant } from '#kit/failure.ts';
import { TRON_NETWORKS } from './networks.ts';
import type { Trouble } from './nodes/node-troubles.ts';
import { NODE_PLANTS, TRON_PLANTS } from './nodes/plants.ts';
import { TRON_NODE_SEEDS } from './nodes/seeds.ts';
import { PLANTS } from './plants.ts';
import { type Outcome, simulate } from './run.ts';
import { useRunDatabase } from './run-database.ts';
import { TRON_SEEDS, worldsOf } from './seeds.ts';

/** Longer than without Tron: a payment waits there until its block is solidified. */
const STEPS = 200;
/** A planted bug is found within so many steps. */
const STEPS_TO_FIND = 600;

/** Bugs that show where payments wait for solidified blocks as they do elsewhere. */
const PLANTED = [
  'counts a transfer under two names',
  'takes no payment back',
  'calls final what only counts',
  'leaves a vanished transfer standing',
] as const;

/** What only happens on Tron, and does so in some of these worlds. */
const ON_TRON = [
  'payment on tron',
  'a payment ran out of energy',
  'ended: Refusal: Batch payments are not supported for TRON networks. Please s',
  'forged a transaction',
  'forged within a transaction',
  'a node loses',
  'a node empties',
  'reorg',
] as const;

const database = useRunDatabase();

describe('a world with a Tron chain', () => {
  it.each(TRON_SEEDS)('has in its ledger what its chains say: %s', async (seed) => {
    const outcome = await runBefore({ seed });
    expect(outcome.problems, replayOf(outcome)).toEqual([]);
  });

  it.each(TRON_NODE_SEEDS)(
    'has in its ledger what the adapters read of nodes that fail and lie: $seed',
    async (world) => {
      const outcome = await runBefore(world);
      expect(outcome.problems, replayOf(outcome, world.troubles)).toEqual([]);
    },
  );

  it('pays, fails and is lied to as on Tron', async () => {
    const tallies: Outcome['tally'][] = [];
    for (const world of [...TRON_SEEDS.map((seed) => ({ seed })), ...TRON_NODE_SEEDS]) {
      tallies.push((await runBefore(world)).tally);
    }
    const never = ON_TRON.filter((what) => tallies.every((tally) => tally[what] === undefined));
    expect(never).toEqual([]);
  });

  it('follows from the seed alone', async () => {
    const [world] = TRON_NODE_SEEDS;
    invariant(world !== undefined, 'there is a seed');
    const one = await runBefore(world);
    const again = await run({ ...world, steps: STEPS });
    expect(again.tally).toEqual(one.tally);
    expect(again.hash).toBe(one.hash);
  });
});

describe('in a world with a Tron chain a bug is found that', () => {
  it.each(PLANTED)('%s', async (what) => {
    const plant = PLANTS[what];
    await expectFound(plant?.shows ?? /never/, (seed) =>
      run({ seed, steps: STEPS_TO_FIND }, plant),
    );
  });

  it.each(Object.entries({ ...NODE_PLANTS, ...TRON_PLANTS }))(
    '%s',
    async (_what, { plant, troubles, shows }) => {
      await expectFound(shows, (seed) => run({ seed, steps: STEPS_TO_FIND, troubles }, plant()));
    },
  );
});

/** Expects that one of a few worlds shows a bug in these words. */
async function expectFound(
  shows: RegExp,
  runWorld: (seed: string) => Promise<Outcome>,
): Promise<void> {
  // In the first of them most show soonest.
  for (const seed of worldsOf('planted')(3)) {
    const { problems } = await runWorld(seed);
    if (problems.length === 0) continue;
    expect(problems).toContainEqual(expect.stringMatching(shows));
    return;
  }
  expect.unreachable('no world showed it');
}

interface TronWorld {
  readonly seed: string;
  readonly steps: number;
  /** Where the adapters read the blocks; left out, the chains in memory are the port. */
  readonly troubles?: readonly Trouble[] | undefined;
}

const replayOf = ({ seed, steps }: Outcome, troubles?: readonly Trouble[]) => {
  const nodes = troubles === undefined ? '' : `--nodes ${troubles.join()} `;
  return `again by: npm run simulate -- --tron ${nodes}--world '${seed}' --steps ${steps}`;
};

const before = new Map<string, Promise<Outcome>>();

/** The run of a seed by an earlier test of this file, or a first one. */
function runBefore(world: Omit<TronWorld, 'steps'>): Promise<Outcome> {
  const outcome = before.get(world.seed) ?? run({ ...world, steps: STEPS });
  before.set(world.seed, outcome);
  return outcome;
}

/** A run in an empty database. */
async function run(
  { seed, steps, troubles: nodes }: TronWorld,
  plant?: Parameters<typeof simulate>[0]['plant'],
): Promise<Outcome> {
  const background = plant === undefined;
  const parts = { pool: await database.empty(), seed, steps, nodes, background };
  return await simulate({ ...parts, networks: TRON_NETWORKS, ...(plant && { plant }) });
}
