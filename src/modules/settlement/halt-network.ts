import type { NetworkId } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { findCursors, type Halt, insertHalt } from './store/blocks.ts';

/**
 * Stops a network until an operator lets it go on: nothing of it is followed or settled meanwhile, by
 * any process. Answers the halt that stands, which may be an earlier one.
 */
export async function haltNetwork(ctx: Context, network: NetworkId, reason: string): Promise<Halt> {
  const halt = { at: ctx.now(), reason };
  if (await insertHalt(ctx, network, halt)) {
    ctx.meter.count('chain_halts_total', { network });
    return halt;
  }
  const cursor = (await findCursors(ctx)).find((candidate) => candidate.network === network);
  return cursor?.halt ?? halt;
}
