import { healAll, mineSome } from '../chaos.ts';
import type { SimWorld } from '../world.ts';
import { healCommerce } from './deeds.ts';
import { escrowOf, findHeld } from './holding.ts';
import { findFalseHoldings } from './truth.ts';

/** Longer than any pause between two looks. */
const ROUND_MS = 61_000;
/** With these everything that waits is in a block; what is stuck for its fees is sent anew by then. */
const ROUNDS_MAX = 40;
const BLOCKS_PER_ROUND = 3;
const ROUNDS_IDLE = 2;
/** Past the first of the expiries, and past all of them. */
const WAITS_MS: readonly number[] = [1_500_000, 100 * 86_400_000];

/** All is well again; what is stored is held against the chains, then again as the expiries pass. */
export async function endCommerce(
  world: SimWorld,
  runSweeps: () => Promise<number>,
): Promise<void> {
  healAll(world);
  healCommerce(world);
  world.receivers.heal();
  await settle(world, runSweeps);
  world.complaints.push(...(await findFalseHoldings(world)));
  for (const waitMs of WAITS_MS) {
    if (world.complaints.length > 0) return;
    world.clock.advance(waitMs);
    await reclaimAll(world);
    await settle(world, runSweeps);
    world.complaints.push(...(await findFalseHoldings(world)));
  }
}

/** Buyers take back half of what was never captured. */
async function reclaimAll(world: SimWorld): Promise<void> {
  for (const [index, { network, terms }] of (await findHeld(world)).entries()) {
    if (index % 2 === 0) continue;
    const chain = world.chains[network];
    const call = escrowOf(chain).reads.reclaimCall(terms);
    const made = chain.transaction(terms.payerAddress, call, world.nonce());
    world.mempool[network].push(made);
  }
}

async function settle(world: SimWorld, runSweeps: () => Promise<number>): Promise<void> {
  let idle = 0;
  for (let round = 0; round < ROUNDS_MAX && idle < ROUNDS_IDLE; round += 1) {
    world.clock.advance(ROUND_MS);
    for (const network of world.networks) {
      for (let i = 0; i < BLOCKS_PER_ROUND; i += 1) mineSome(world, network);
    }
    const isEmpty = world.networks.every((network) => world.mempool[network].length === 0);
    idle = (await runSweeps()) === 0 && isEmpty ? idle + 1 : 0;
  }
}
