import type { Chain } from '#chains/chain.ts';
import { followChain } from '#modules/settlement/index.ts';
import type { Simulated } from '../networks.ts';
import { type SteppedWatcher, steppedWatcher } from '../watcher.ts';
import type { Process, SimWorld } from '../world.ts';

/** A follower of a network, over the port in memory or over the real adapter. */
export function watcherOf(world: SimWorld, process: Process, network: Simulated): SteppedWatcher {
  return world.rpc === undefined
    ? steppedWatcher(world, process, network)
    : steppedFollower(world, process, network);
}

/** A step takes this long at least, and so much longer at most, in the time of its process. */
const STEP_MS = 300;
const STEP_SPREAD_MS = 7_000;

/**
 * Runs the product's own loop over the real adapter, for some seconds of its own time at each step. What it
 * waits for stands still between two steps, as in a process that gets no processor time.
 */
function steppedFollower(
  { dice, plant }: SimWorld,
  process: Process,
  network: Simulated,
): SteppedWatcher {
  const chain = process.ctx.chains.get(network);
  if (chain === undefined) throw new Error(`${network} is not connected`);
  const follow: Chain['follow'] = async function* (from, signal) {
    for await (const update of chain.follow(from, signal)) {
      yield plant.reshape?.(update) ?? update;
    }
  };
  const { signal } = new AbortController();
  let running: Promise<unknown> | undefined;
  let isOver = false;
  return {
    step: async () => {
      if (running === undefined) {
        running = followChain(process.ctx, { ...chain, follow }, signal);
        const end = () => {
          isOver = true;
        };
        running.then(end, end);
      }
      await process.pass(STEP_MS + dice.below(STEP_SPREAD_MS), () => isOver);
      if (!isOver) return;
      // Nothing here is deep enough to stop a network, so one that ends by itself has failed.
      throw new Error(`the following ended by itself: ${JSON.stringify(await running)}`);
    },
  };
}
