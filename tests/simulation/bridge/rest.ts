import { mineSome, reorganize } from '../chaos.ts';
import type { Simulated } from '../networks.ts';
import type { SimWorld } from '../world.ts';
import { admitAll, answerAll, fillAll, refundDue, unfreezeAll } from './relayers.ts';

const MINUTE_MS = 60_000;
/** Longer than any pause between two checks, and than any deposit may wait for its fill. */
export const LONGEST_PAUSE_MS = 11 * MINUTE_MS;
/** With these every transaction that waits is in a block. */
const BLOCKS_TO_TAKE_ALL = 12;
/** With these what a block holds is final. */
export const BLOCKS_TO_FINAL = 16;

/** How what is under way on a bridge ends, step by step; intents are read and checked after each. */
export const BRIDGE_ENDING: readonly ((world: SimWorld) => void)[] = [
  (world) => {
    unfreezeAll(world);
    answerAll(world);
    fillAll(world);
    mineAll(world, 3);
  },
  reorganizeAll,
  // Deposits of one network are final there, and past their deadlines on the other, though not by a final block.
  (world) => {
    world.networks.forEach((network, i) => {
      mineOn(world, network, i === 0 ? BLOCKS_TO_FINAL : 2);
    });
  },
  // What was not filled is refunded, and no refund is final.
  (world) => {
    mineAll(world, BLOCKS_TO_FINAL);
    refundDue(world);
    mineAll(world, 3);
  },
  // What all nodes denied until now has failed, and was delivered.
  (world) => {
    admitAll(world);
    reorganizeAll(world);
    mineAll(world, BLOCKS_TO_TAKE_ALL);
    refundDue(world);
    mineAll(world, BLOCKS_TO_TAKE_ALL + BLOCKS_TO_FINAL);
  },
];

/** The pauses between two checks at the end; one is longer than a hash that no node has is searched for. */
export const LONG_WAITS_MS: readonly number[] = [
  LONGEST_PAUSE_MS,
  LONGEST_PAUSE_MS,
  61 * MINUTE_MS,
  25 * 60 * MINUTE_MS,
  LONGEST_PAUSE_MS,
];

/** Replaces the newest blocks of each network. */
export function reorganizeAll(world: SimWorld): void {
  for (const network of world.networks) reorganize(world, network);
}

/** Makes so many blocks on each network, of what waits. */
export function mineAll(world: SimWorld, blocks: number): void {
  for (const network of world.networks) mineOn(world, network, blocks);
}

function mineOn(world: SimWorld, network: Simulated, blocks: number): void {
  for (let i = 0; i < blocks; i += 1) {
    world.clock.advance(1_000);
    mineSome(world, network);
  }
}
