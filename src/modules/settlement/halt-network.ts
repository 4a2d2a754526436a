import type { NetworkId } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { findCursors, type Halt, insertHalt } from './store/blocks.ts';

/**
 * Stops a network until an operator lets it continue: until then it is neither followed nor settled, by
 * any process. Returns the active halt, which may be an earlier one.
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
