import { describe, expect, it } from 'vitest';
import { expectNoProblems, expectShown } from './judge-worlds.ts';
import { RECURRING_PLANTS, RECURRING_SEEDS } from './recurring/plants.ts';
import { RECURRING_NETWORK } from './recurring/setting.ts';
import { simulate } from './run.ts';
import { useRunDatabase } from './run-database.ts';
import type { Plans } from './world.ts';

const STEPS = 200;
/** A planted bug is found within so many steps. */
const STEPS_TO_FIND = 200;

/** Several payouts are due at once there. */
const ORDERED_SEED = 'recurring 7';

/** What becomes of what recurs, in some of these worlds. */
const OF_RECURRING = [
  'a payer signed',
  'a payout was stopped',
  'a series began',
  'a series went on',
  'a series was stopped',
  'somebody else sent an instalment',
  'somebody else signed',
  'interleaved',
  'reorg',
  'restarted',
  'node_loses',
  'node_lags',
  'trouble: payer blocked',
  'trouble: payee blocked',
  'trouble: role taken',
  'trouble: contract paused',
  'trouble: fees up',
  'fault: killed_before',
  'fault: killed_after',
  'fault: lost_after',
  'event payment.failed',
  'event recurring_payment.paid_elsewhere',
  'event request.recurring',
  ...['active', 'paused', 'completed', 'cancelled'].map(
    (status) => `move of recurring_payout to ${status}`,
  ),
  ...['due', 'sent', 'paid', 'paid_elsewhere', 'failed', 'lost'].map(
    (status) => `move of recurring_instalment to ${status}`,
  ),
];

const database = useRunDatabase();

type RunOptions = Pick<Parameters<typeof simulate>[0], 'plant'> & { readonly plans?: Plans };

async function run(seed: string, steps: number, { plans, ...planted }: RunOptions = {}) {
  const parts = { pool: await database.empty(plans), seed, steps, background: false };
  const world = { networks: [RECURRING_NETWORK], recurs: true } as const;
  return await simulate({ ...parts, ...world, ...planted });
}

describe('a world in which payouts and requests recur', () => {
  it('takes each instalment once, and says what the chain says', async () => {
    const again = `again by: npm run simulate -- --recurring --world '…' --steps ${STEPS}`;
    const worlds = { seeds: RECURRING_SEEDS, happens: OF_RECURRING, again };
    await expectNoProblems((seed) => run(seed, STEPS), worlds);
  });

  it('comes about in the same way whatever order the server reads rows in', async () => {
    const usual = await run(ORDERED_SEED, STEPS);
    const other = await run(ORDERED_SEED, STEPS, { plans: 'other' });
    expect(other.tally).toEqual(usual.tally);
    expect(other.hash).toBe(usual.hash);
  });

  it.each(Object.entries(RECURRING_PLANTS))(
    'shows a bug that %s',
    async (_what, { seeds, steps = STEPS_TO_FIND, ...plant }) => {
      await expectShown((seed) => run(seed, steps, { plant }), { seeds, shows: plant.shows });
    },
  );
});
