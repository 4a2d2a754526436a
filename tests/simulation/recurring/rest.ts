import { mineSome } from '../chaos.ts';
import type { SimWorld } from '../world.ts';
import { healRecurring } from './deeds.ts';
import { restorePayers } from './payers.ts';
import { findPayouts } from './payouts.ts';
import { RECURRING_NETWORK } from './setting.ts';

/** With these, what waits is in blocks as deep as payments count. */
const BLOCKS_PER_ROUND = 4;
const HOUR_MS = 60 * 60 * 1_000;
/** More than the payments of all payouts of one payer need one after another. */
const ROUNDS_MAX = 40;

/** Everybody has what they lacked, and contract, tokens and fees are as they should be. */
export function restoreRecurring(world: SimWorld): void {
  if (world.recurring === undefined) return;
  // What is signed last is not undone by what waits.
  while (world.mempool[RECURRING_NETWORK].length > 0) mineSome(world, RECURRING_NETWORK);
  healRecurring(world);
  const { sending } = world.chains[RECURRING_NETWORK];
  // Each transaction of the installation is in a block sooner or later, the dearest first.
  sending.choose = (versions) =>
    versions.toSorted((a, b) => (a.maxFeePerGas > b.maxFeePerGas ? -1 : 1)).at(0);
  restorePayers(world);
}

/** Days pass until all that goes on is paid, with blocks and turns of those who pay it in between. */
export async function payToTheEnd(world: SimWorld, act: () => Promise<void>): Promise<void> {
  if (world.recurring === undefined) return;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const open = (await findPayouts(world)).some(({ status }) => status === 'active');
    if (!open && round > BLOCKS_PER_ROUND) break;
    world.clock.advance(8 * HOUR_MS);
    for (let i = 0; i < BLOCKS_PER_ROUND; i += 1) mineSome(world, RECURRING_NETWORK);
    await act();
  }
}
