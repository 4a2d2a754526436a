import { type Chain, type ChainUpdate, DeepReorg } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { findFollowFrom } from './find-follow-from.ts';
import { haltNetwork } from './halt-network.ts';
import { ingestChainUpdate } from './ingest-chain-update.ts';
import { isTagFresh } from './model/finality.ts';
import { settleTransfers } from './settle-transfers.ts';
import { type Halt, wakeSettling } from './store/blocks.ts';

/** How much one block may settle before the next is scanned; the sweep, which is woken, settles the rest. */
const SETTLED_WITH_BLOCK_MAX = 200;
/** And how many polls it may take, however few each of them settles. */
const POLLS_WITH_BLOCK_MAX = 3;

/**
 * Follows one network from its cursor until the signal aborts: stores its updates and settles
 * at once what is deep enough; while it catches up, it only stores.
 *
 * Returns why the network is halted, if it is: its chain replaced what was final or more than
 * is remembered, now or earlier, and a person must inspect it first. Undefined once the signal aborts.
 *
 * Throws `CursorMoved` when another watcher moved the cursor, and any error of the database; it can
 * then be called again and continues at the cursor.
 */
export async function followChain(
  ctx: Context,
  chain: Chain,
  signal: AbortSignal,
): Promise<Halt | undefined> {
  const following = await findFollowFrom(ctx, chain.network.id);
  if (following.halt !== undefined) return following.halt;
  const { from, requestCache } = following;
  let { at } = following;
  const recordTag = tagRecorder(ctx, chain);
  try {
    for await (const update of chain.follow(from, signal)) {
      const ingested = await ingestChainUpdate(ctx, chain, { at, update, requestCache });
      at = ingested.at;
      recordTag(update);
      // Most blocks of most networks have nothing for us, and nothing waits for their depth.
      if (isBehind(update) || !ingested.isAnySeen) continue;
      const settled = await settleTransfers(ctx, SETTLED_WITH_BLOCK_MAX, {
        shouldQueryNodes: false,
        pollsMax: POLLS_WITH_BLOCK_MAX,
      });
      if (settled >= SETTLED_WITH_BLOCK_MAX) await wakeSettling(ctx);
    }
  } catch (error) {
    if (!(error instanceof DeepReorg)) throw error;
    return await haltNetwork(ctx, chain.network.id, error.message);
  }
  return undefined;
}

/**
 * Whether more blocks are known to be there: they are scanned first. What is found in them meanwhile is left to the sweep,
 * and the newest block settles as ever.
 */
function isBehind(update: ChainUpdate): boolean {
  return update.type === 'blocks' && update.to.number < update.headNumber;
}

/** Logs once that the nodes' final or safe block fell too far behind, and once that it caught up. */
function tagRecorder(ctx: Context, chain: Chain): (update: ChainUpdate) => void {
  const recordFinal = tagRecorderOf(ctx, chain, 'final');
  const recordSafe = tagRecorderOf(ctx, chain, 'safe');
  return (update) => {
    if (update.type !== 'blocks') return;
    recordFinal(update.finalizedNumber, update.finalizedAt);
    recordSafe(update.safeNumber, update.safeAt);
  };
}

function tagRecorderOf(ctx: Context, { network }: Chain, tag: 'final' | 'safe') {
  const { tagAgeMaxMs } = network;
  let wasFresh = true;
  return (blockNumber: bigint | undefined, at: Date | undefined) => {
    if (blockNumber === undefined) return;
    const fresh = isTagFresh(at, { now: ctx.now(), tagAgeMaxMs });
    if (fresh === wasFresh) return;
    wasFresh = fresh;
    const logFields = { network: network.id, blockNumber, at, tagAgeMaxMs };
    if (fresh) ctx.log.info(logFields, `what the nodes call ${tag} caught up`);
    else ctx.log.error(logFields, `the nodes’ ${tag} block is too old; it is not trusted alone`);
  };
}
