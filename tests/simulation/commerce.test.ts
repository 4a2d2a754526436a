import { describe, it } from 'vitest';
import { COMMERCE_PLANTS, COMMERCE_SEEDS } from './commerce/plants.ts';
import { expectNoProblems, expectShown } from './judge-worlds.ts';
import { simulate } from './run.ts';
import { useRunDatabase } from './run-database.ts';

const STEPS = 300;
/** A planted bug is found within so many steps. */
const STEPS_TO_FIND = 300;

/** What becomes of commerce payments, in some of these worlds. */
const OF_COMMERCE = [
  'sent',
  'sent in one transaction',
  'deed: front_run',
  'deed: drop',
  'reorg',
  'event payment.refunded',
  ...[
    'authorized',
    'capturing',
    'paid',
    'partially_refunded',
    'failed',
    'expired',
    'reclaimed',
  ].map((status) => `move of commerce_payment to ${status}`),
];

const database = useRunDatabase();

async function run(seed: string, steps: number, plant?: Parameters<typeof simulate>[0]['plant']) {
  const parts = { pool: await database.empty(), seed, steps, holds: true, background: false };
  // On Base nodes must agree on what the escrow reports.
  const networks = [seed.startsWith('base') ? 'base' : 'sepolia'] as const;
  return await simulate({ ...parts, networks, ...(plant && { plant }) });
}

describe('a world whose shops have payments held', () => {
  it('has stored at rest what the escrow holds, and carries out each operation once', async () => {
    const again = `again by: npm run simulate -- --commerce --world '…' --steps ${STEPS}`;
    const worlds = { seeds: COMMERCE_SEEDS, happens: OF_COMMERCE, again };
    await expectNoProblems((seed) => run(seed, STEPS), worlds);
  });

  it.each(Object.entries(COMMERCE_PLANTS))('shows a bug that %s', async (_what, plant) => {
    const { shows, seeds, ...planted } = plant;
    await expectShown((seed) => run(seed, STEPS_TO_FIND, planted), { seeds, shows });
  });
});
