import { setTimeout as wait } from 'node:timers/promises';
import type { Network } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { elapsedMs } from '#kit/clock.ts';
import { findCursors } from './store/blocks.ts';

/** A watcher that moved nothing for so many block times is taken to be gone. */
const STILL_BLOCKS = 2;
const STILL_MS_MIN = 1_000;
const STILL_MS_MAX = 15_000;
/** How often the cursor is polled within that time; each poll is one row by its key. */
const POLLS = 4;

/**
 * Waits while another watcher moves the cursor of a network, and resolves once it has not moved for two
 * block times, though no less than one second and no more than fifteen, or the signal aborts.
 *
 * So of several watchers one queries the nodes and the others cost a row now and then. There is no election:
 * two that follow at once disturb each other and nothing else, and of two clocks none is trusted.
 */
export async function waitOnStandby(
  ctx: Context,
  network: Network,
  signal: AbortSignal,
): Promise<void> {
  const stillMs = Math.min(
    Math.max(network.blockTimeMs * STILL_BLOCKS, STILL_MS_MIN),
    STILL_MS_MAX,
  );
  let seen = await readCursor(ctx, network);
  for (let since = elapsedMs(); !signal.aborted && elapsedMs() - since < stillMs; ) {
    await wait(stillMs / POLLS, undefined, { signal }).catch(() => undefined);
    const now = await readCursor(ctx, network);
    if (now !== seen) since = elapsedMs();
    seen = now;
  }
}

async function readCursor(ctx: Context, { id }: Network): Promise<string | undefined> {
  const cursor = (await findCursors(ctx)).find(({ network }) => network === id);
  return cursor?.block.hash;
}
