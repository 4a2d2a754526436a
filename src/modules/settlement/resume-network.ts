import type { NetworkId } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { deleteHalt } from './store/blocks.ts';

/**
 * Lets a network go on that was halted; its watchers notice by themselves. Answers false where it was
 * not halted. If its chain still is not the one that was looked at, it halts again.
 */
export async function resumeNetwork(ctx: Context, network: NetworkId): Promise<boolean> {
  const resumed = await deleteHalt(ctx, network);
  if (resumed) ctx.log.warn({ network }, 'an operator lets a halted network go on');
  return resumed;
}
