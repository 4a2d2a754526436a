import { setTimeout as wait } from 'node:timers/promises';
import type { Chain } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { openBackOff } from '#kit/back-off.ts';
import { Outage } from '#kit/failure.ts';
import { CursorMoved, followChain, type Halt, waitOnStandby } from '#modules/settlement/index.ts';

/** How long a watcher rests after a failure. */
const REST = { firstMs: 250, mostMs: 30_000 };
/** How soon a watcher sees that an operator let its halted network go on. */
const HALTED_POLL_MS = 5_000;
/** A watcher that went well for this long has recovered, and its next failure is a first one. */
const RECOVERED_MS = 60_000;

/**
 * Follows one network and settles what is deep enough, until the signal aborts.
 *
 * It remembers nothing itself: after any failure, also after being killed, it goes on from the
 * cursor in the database. Of two watchers on one network the slower one finds the cursor moved and
 * stands by until it stands still, so nothing is counted or asked twice. A halted network is left alone until
 * an operator lets it go on.
 */
export async function watchChain(ctx: Context, chain: Chain, signal: AbortSignal): Promise<void> {
  const backOff = openBackOff(REST);
  let haltReported = '';
  while (!signal.aborted) {
    const startedAt = ctx.now().getTime();
    try {
      const halt = await followOrWait(ctx, chain, signal);
      if (halt === undefined) continue;
      if (halt.reason !== haltReported) reportHalt(ctx, chain, halt);
      haltReported = halt.reason;
      await wait(HALTED_POLL_MS, undefined, { signal }).catch(() => undefined);
    } catch (error) {
      if (ctx.now().getTime() - startedAt > RECOVERED_MS) backOff.reset();
      const restMs = backOff.next();
      const level = error instanceof Outage ? 'warn' : 'error';
      ctx.log[level]({ err: error, network: chain.network.id, restMs }, 'a watcher starts again');
      await wait(restMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** Follows a network, or leaves it to the watcher that moves its cursor until that one no longer does. */
async function followOrWait(
  ctx: Context,
  chain: Chain,
  signal: AbortSignal,
): Promise<Halt | undefined> {
  try {
    return await followChain(ctx, chain, signal);
  } catch (error) {
    if (!(error instanceof CursorMoved)) throw error;
    const { network } = chain;
    ctx.log.info({ network: network.id }, 'another watcher follows this network; standing by');
    await waitOnStandby(ctx, network, signal);
    return undefined;
  }
}

function reportHalt(ctx: Context, { network }: Chain, halt: Halt): void {
  ctx.log.error(
    { network: network.id, haltedAt: halt.at, reason: halt.reason },
    'a network is halted: nothing of it is followed or settled until an operator lets it continue',
  );
}
