import type { Chain } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { findFollowFrom } from './find-follow-from.ts';
import { ingestHappening } from './ingest-happening.ts';
import { settleTransfers } from './settle-transfers.ts';

/** What one block may settle before the next is looked at; the sweep takes what is left. */
const SETTLED_WITH_BLOCK_MAX = 100;

/**
 * Follows one network from its cursor until the signal aborts: writes down what happens and settles
 * at once what is deep enough.
 *
 * Throws `Outage` when another watcher moved the cursor, and whatever the database throws; it can
 * then be called again and goes on where the cursor stands.
 */
export async function followChain(ctx: Context, chain: Chain, signal: AbortSignal): Promise<void> {
  let { at, from } = await findFollowFrom(ctx, chain.network.id);
  for await (const happening of chain.follow(from, signal)) {
    at = await ingestHappening(ctx, chain, { at, happening });
    await settleTransfers(ctx, SETTLED_WITH_BLOCK_MAX);
  }
}
