import type { Context } from '#context.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { findOwnWebhook } from './find-own-webhook.ts';
import { reachOfActor } from './scope-of-actor.ts';
import { lockAccount, lockEndpoint, markEndpointRemoved } from './store/endpoints.ts';
import { skipPending } from './store/log.ts';

/**
 * Takes an endpoint of the caller's away for good: it is sent nothing more, and its address may be
 * registered anew. Refuses (404) one that is not the caller's, and (403) as `createWebhook` does.
 */
export async function removeWebhook(
  ctx: Context,
  input: { readonly webhookId: string },
): Promise<{ readonly success: true }> {
  const reach = await reachOfActor(ctx);
  const id = input.webhookId;
  await transact(ctx, async (ctx) => {
    await lockAccount(ctx, reach.accountId);
    await findOwnWebhook(ctx, reach, id);
    await lockEndpoint(ctx, id);
    await skipPending(ctx, id);
    await markEndpointRemoved(ctx, id);
    await recordAudit(ctx, {
      accountId: reach.accountId,
      action: 'webhook.removed',
      object: { kind: 'webhook', id },
    });
  });
  return { success: true };
}
