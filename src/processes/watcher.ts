import { setTimeout as wait } from 'node:timers/promises';
import type { Chain } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { Outage } from '#kit/failure.ts';
import { followChain } from '#modules/settlement/index.ts';

/** How long a watcher rests after a failure; doubled each time, up to the larger. */
const REST_MS = 250;
const REST_MS_MAX = 30_000;
/** A watcher that went well for this long has recovered, and its next failure is a first one. */
const RECOVERED_MS = 60_000;

/**
 * Follows one network and settles what is deep enough, until the signal aborts.
 *
 * It remembers nothing itself: after any failure, also after being killed, it goes on from the
 * cursor in the database. Of two watchers on one network the slower one finds the cursor moved and
 * takes the network up again there, so nothing is counted twice.
 */
export async function watchChain(ctx: Context, chain: Chain, signal: AbortSignal): Promise<void> {
  let restMs = REST_MS;
  while (!signal.aborted) {
    const startedAt = ctx.now().getTime();
    try {
      await followChain(ctx, chain, signal);
    } catch (error) {
      if (ctx.now().getTime() - startedAt > RECOVERED_MS) restMs = REST_MS;
      const level = error instanceof Outage ? 'warn' : 'error';
      ctx.log[level]({ err: error, network: chain.network.id, restMs }, 'a watcher starts again');
      await wait(restMs, undefined, { signal }).catch(() => undefined);
      restMs = Math.min(restMs * 2, REST_MS_MAX);
    }
  }
}
