import type { NetworkId } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { transact } from '#platform/db/transact.ts';
import type { DeepReorg } from './find-deep-reorg.ts';
import { deleteHalt } from './store/blocks.ts';
import { takeBack } from './undo-blocks.ts';

/**
 * Undoes what a halted network's chain replaced, although it was final, because a person inspected
 * it: payments, completions and the cursor go back to the ancestor, each payment that was reported is reported
 * as reverted, and the network may continue, all in one transaction. Returns how much was undone.
 *
 * Refuses (409) a network that is not halted any more; throws `CursorMoved` where its cursor moved after
 * the inspection.
 */
export async function acceptReorg(
  ctx: Context,
  network: NetworkId,
  { at, ancestor }: Pick<DeepReorg, 'at' | 'ancestor'>,
): Promise<{ readonly transfers: number; readonly payments: number }> {
  return await transact(ctx, async (ctx) => {
    if (!(await deleteHalt(ctx, network))) {
      throw new Refusal('not_halted', 409, `${network} is not halted`);
    }
    return await takeBack(ctx, network, { at, ancestor });
  });
}
