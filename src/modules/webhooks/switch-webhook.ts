import type { Context } from '#context.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { findOwnWebhook } from './find-own-webhook.ts';
import type { Reach } from './model/holder.ts';
import {
  type FoundEndpoint,
  lockAccount,
  lockEndpoint,
  switchEndpoint,
} from './store/endpoints.ts';
import { skipPending } from './store/log.ts';

/**
 * Switches an endpoint of the caller's on or off, or toggles it, and returns its new state.
 *
 * Pending deliveries are skipped either way: receivers need no burst of old payments, and
 * skipped ones can be replayed. Refuses (404) an endpoint that is not the caller's.
 */
export async function switchWebhook(
  ctx: Context,
  input: { readonly reach: Reach; readonly id: string; readonly to: 'on' | 'off' | 'other' },
): Promise<FoundEndpoint> {
  const { reach, id } = input;
  return await transact(ctx, async (ctx) => {
    await lockAccount(ctx, reach.accountId);
    const found = await findOwnWebhook(ctx, reach, id);
    const isActive = input.to === 'other' ? !found.isActive : input.to === 'on';
    if (isActive === found.isActive) return found;
    // Before the skipping, so that no fan-out adds a delivery behind it.
    await lockEndpoint(ctx, id);
    await skipPending(ctx, id);
    await switchEndpoint(ctx, id, isActive ? 'on' : { offBy: 'person' });
    await recordAudit(ctx, {
      accountId: reach.accountId,
      action: 'webhook.switched',
      object: { kind: 'webhook', id },
      details: { isActive },
    });
    return await findOwnWebhook(ctx, reach, id);
  });
}
