import { describe, expect, it } from 'vitest';
import { BRIDGE_PLANTS } from './bridge/plants.ts';
import { BRIDGE_SEEDS } from './bridge/seeds.ts';
import { expectShown } from './judge-worlds.ts';
import { BRIDGED_NETWORKS } from './networks.ts';
import { type Outcome, simulate } from './run.ts';
import { useRunDatabase } from './run-database.ts';

const STEPS = 250;
/** A planted bug is found within so many steps. */
const STEPS_TO_FIND = 140;

/** What happens over a bridge, and does so in some of these worlds. */
const ON_THE_BRIDGE = [
  'a fill',
  'a second fill',
  'a short fill',
  'a late fill',
  'a fill is denied',
  'a refund',
  'the payee is frozen',
  'route with a rival',
  'report of_another_link',
  'report of_nothing',
  'reorg',
  'restarted',
  'intent ended settled',
  'intent ended refunded',
  'intent ended unpaid',
  'intent ended source_failed',
  'intent ended foreign',
  'intent ended not_found',
  'settled after a failure',
] as const;

const database = useRunDatabase();

async function run(seed: string, steps: number, plant?: Parameters<typeof simulate>[0]['plant']) {
  const parts = { pool: await database.empty(), seed, steps, networks: BRIDGED_NETWORKS };
  const background = plant === undefined;
  return await simulate({ ...parts, bridges: true, background, ...(plant && { plant }) });
}

const before = new Map<string, Promise<Outcome>>();

/** The run of a seed by an earlier test of this file, or a first one. */
function runBefore(seed: string): Promise<Outcome> {
  const outcome = before.get(seed) ?? run(seed, STEPS);
  before.set(seed, outcome);
  return outcome;
}

describe('a world of two networks with a bridge', () => {
  it.each(BRIDGE_SEEDS)('conserves money and ends each intent one way: %s', async (seed) => {
    const { problems } = await runBefore(seed);
    const again = `again by: npm run simulate -- --bridge --world '${seed}' --steps ${STEPS}`;
    expect(problems, again).toEqual([]);
  });

  it('fills, refunds, fails and is lied to', async () => {
    const tallies: Outcome['tally'][] = [];
    for (const seed of BRIDGE_SEEDS) tallies.push((await runBefore(seed)).tally);
    expect(ON_THE_BRIDGE.filter((what) => tallies.every((tally) => !tally[what]))).toEqual([]);
  });
});

describe('in a world of two networks with a bridge a bug is found that', () => {
  it.each(Object.entries(BRIDGE_PLANTS))('%s', async (_what, { seeds, ...plant }) => {
    await expectShown((seed) => run(seed, STEPS_TO_FIND, plant), { seeds, shows: plant.shows });
  });
});
