import type { NetworkId } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { deleteHalt } from './store/blocks.ts';

/**
 * Lets a halted network continue; its watchers notice by themselves. Returns false where it was
 * not halted. If its chain still is not the one that was scanned, it halts again.
 */
export async function resumeNetwork(ctx: Context, network: NetworkId): Promise<boolean> {
  const resumed = await deleteHalt(ctx, network);
  if (resumed) ctx.log.warn({ network }, 'an operator lets a halted network continue');
  return resumed;
}
