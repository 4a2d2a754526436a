import { isNetworkId } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { recordAdministration } from '#modules/audit/index.ts';
import { SYSTEM_ACCOUNT_ID } from '#modules/clients/index.ts';
import { transact } from '#platform/db/transact.ts';
import { deleteHalt } from './store/blocks.ts';

/**
 * Lets a halted network continue; its watchers notice by themselves. Returns false where it was
 * not halted, or is none. If its chain still is not the one that was scanned, it halts again.
 */
export async function resumeNetwork(ctx: Context, network: string): Promise<boolean> {
  if (!isNetworkId(network)) return false;
  return await transact(ctx, async (ctx) => {
    const resumed = await deleteHalt(ctx, network);
    if (!resumed) return false;
    ctx.log.warn({ network }, 'an operator lets a halted network continue');
    await recordAdministration(ctx, {
      accountId: SYSTEM_ACCOUNT_ID,
      action: 'network.resumed',
      object: { kind: 'network', id: network },
    });
    return true;
  });
}
