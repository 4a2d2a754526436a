import { setTimeout as wait } from 'node:timers/promises';
import type { Chain } from '#chains/chain.ts';
import { findFollowFrom, ingestHappening } from '#modules/settlement/index.ts';
import type { Context } from '../context.ts';

/** How long a watcher rests after a failure; doubled each time, up to the larger. */
const REST_MS = 500;
const REST_MS_MAX = 30_000;

/**
 * Follows one network and hands each happening to settlement, until the signal aborts.
 *
 * It remembers nothing itself: after any failure, also after being killed, it goes on from the
 * cursor in the database, and settlement counts what it has already seen only once.
 */
export async function watchChain(ctx: Context, chain: Chain, signal: AbortSignal): Promise<void> {
  let restMs = REST_MS;
  while (!signal.aborted) {
    try {
      const from = await findFollowFrom(ctx, chain.network.id);
      for await (const happening of chain.follow(from, signal)) {
        await ingestHappening(ctx, chain, happening);
        restMs = REST_MS;
      }
    } catch (error) {
      ctx.log.error({ err: error, network: chain.network.id, restMs }, 'watching failed; resuming');
      await wait(restMs, undefined, { signal }).catch(() => undefined);
      restMs = Math.min(restMs * 2, REST_MS_MAX);
    }
  }
}
