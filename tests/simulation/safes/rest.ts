import { BLOCKS_TO_FINAL, mineAll, reorganizeAll } from '../bridge/rest.ts';
import type { SimWorld } from '../world.ts';
import { nonceOf } from './accounts.ts';
import { bundleOperations } from './operations.ts';
import { execute, rejectionOf } from './owners.ts';
import { SAFE_NETWORK, SAFES } from './safing.ts';

/** Longer than others wait for any proposal. */
const LONGER_THAN_A_DAY_MS = 25 * 60 * 60 * 1_000;
/** With these every transaction that waits is in a block. */
const BLOCKS_TO_TAKE_ALL = 12;

/** How what owners of Safes signed ends, step by step; intents are read and checked after each. */
export const SAFE_ENDING: readonly ((world: SimWorld) => void)[] = [
  (world) => {
    if (world.safing !== undefined) world.safing.mood = 'well';
    executeOpen(world);
    bundleOperations(world);
    mineAll(world, 3);
  },
  reorganizeAll,
  (world) => mineAll(world, BLOCKS_TO_FINAL),
  (world) => world.clock.advance(LONGER_THAN_A_DAY_MS),
  // Nobody waits any more, and owners execute what they signed.
  (world) => {
    executeOpen(world);
    mineAll(world, BLOCKS_TO_TAKE_ALL);
  },
  reorganizeAll,
  (world) => {
    mineAll(world, BLOCKS_TO_TAKE_ALL);
    for (const safe of SAFES) useUp(world, safe);
    mineAll(world, BLOCKS_TO_FINAL);
  },
];

/** One proposal of each Safe that can be executed now is. */
function executeOpen(world: SimWorld): void {
  const chain = world.chains[SAFE_NETWORK];
  const all = [...(world.safing?.proposals.values() ?? [])];
  for (const safe of SAFES) {
    const nonce = nonceOf(chain, safe);
    execute(
      world,
      all.find((one) => one.safe === safe && one.transaction.nonce === nonce),
    );
  }
}

/** Owners use every nonce that anything was proposed with. */
function useUp(world: SimWorld, safe: string): void {
  const chain = world.chains[SAFE_NETWORK];
  const all = [...(world.safing?.proposals.values() ?? [])].filter((one) => one.safe === safe);
  const newest = Math.max(-1, ...all.map(({ transaction }) => Number(transaction.nonce)));
  while (nonceOf(chain, safe) <= newest) {
    execute(world, rejectionOf(world, safe, nonceOf(chain, safe)));
    mineAll(world, BLOCKS_TO_TAKE_ALL);
  }
}
