import { type Chain, DeepReorg } from '#chains/chain.ts';
import { Outage } from '#kit/failure.ts';
import { followChain } from '#modules/settlement/index.ts';
import { viewOf } from '../chains/fake/node.ts';
import type { Simulated } from './networks.ts';
import type { Process, SimWorld } from './world.ts';

/** Blocks that a watcher is reported at once, at most; few, so that it lags behind now and then. */
const WINDOW_BLOCKS_MAX = 6;

/** A watcher of one network that advances only when it is called, one poll at a time. */
export interface SteppedWatcher {
  /** Runs until it would poll again. Throws what ended the following. */
  step(): Promise<void>;
}

/**
 * Runs the product's own loop over a chain, between two polls of which others have their turn: what it
 * holds in memory may be stale by then, as that of a slow process is.
 */
export function steppedWatcher(
  world: SimWorld,
  process: Process,
  network: Simulated,
): SteppedWatcher {
  const { dice, plant } = world;
  const fake = world.chains[network];
  let paused = Promise.withResolvers<void>();
  let resumed = Promise.withResolvers<void>();
  const pause = async () => {
    paused.resolve();
    await resumed.promise;
  };
  let node = dice.pick(fake.nodeList);
  const follow: Chain['follow'] = async function* ({ reported: _reported, ...from }) {
    // Nodes here lose payments together, which reading again would take back: that is for nodes over JSON-RPC.
    const follower = fake.follower(from, () => node);
    while (true) {
      await pause();
      node = dice.pick(fake.nodeList);
      const update = await untilAnswered(() =>
        follower.poll(viewOf(fake.ledger, node), 1 + dice.below(WINDOW_BLOCKS_MAX)),
      );
      if (update === undefined) continue;
      // Somebody else may be quicker with the same blocks.
      if (dice.isHit(0.2)) await pause();
      yield plant.reshape?.(update) ?? update;
    }
  };
  const { signal } = new AbortController();
  let running: Promise<never> | undefined;
  return {
    step: async () => {
      paused = Promise.withResolvers<void>();
      if (running === undefined) {
        const chain = process.ctx.chains.get(network) ?? fake;
        running = endless(followChain(process.ctx, { ...chain, follow }, signal));
        running.catch(() => undefined);
      } else {
        const { resolve } = resumed;
        resumed = Promise.withResolvers<void>();
        resolve();
      }
      await Promise.race([paused.promise, running]);
    },
  };
}

/** Nothing here is deep enough to stop a network, so a following that ends by itself has failed. */
async function endless(following: Promise<unknown>): Promise<never> {
  throw new Error(`the following ended by itself: ${JSON.stringify(await following)}`);
}

/** A node that does not answer is queried again later, inside the following. */
async function untilAnswered<Answer>(read: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Outage && !(error instanceof DeepReorg)) {
      return undefined;
    }
    throw error;
  }
}
