import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { findOwnWebhook } from './find-own-webhook.ts';
import { drawWebhookSecret } from './register-webhook.ts';
import { reachOfActor } from './scope-of-actor.ts';
import { lockAccount, rotateSecret } from './store/endpoints.ts';

/** A new secret, and until when the one before it signs too. */
export interface RotatedSecret {
  readonly id: string;
  readonly secret: string;
  /** Null where the one before ended at once. */
  readonly previousSecretUntil: string | null;
}

/**
 * Gives an endpoint of the caller's a new secret. The one before goes on signing beside it for the
 * overlap, so that a receiver can be told the new one in peace; one that was still overlapping from
 * an earlier rotation ends now. Refuses (404) an endpoint that is not the caller's.
 */
export async function rotateWebhookSecret(
  ctx: Context,
  wish: { readonly webhookId: string; readonly overlapSeconds: number },
): Promise<RotatedSecret> {
  const reach = await reachOfActor(ctx);
  const { overlapSeconds, webhookId: id } = wish;
  const secret = drawWebhookSecret(ctx);
  const end = new Date(ctx.now().getTime() + overlapSeconds * 1000);
  const previousUntil = overlapSeconds > 0 ? end : null;
  await transact(ctx, async (ctx) => {
    await lockAccount(ctx, reach.accountId);
    await findOwnWebhook(ctx, reach, id);
    await rotateSecret(ctx, { id, secret: ctx.vault.seal(secret), previousUntil });
    await recordAudit(ctx, {
      accountId: reach.accountId,
      action: 'webhook.secret_rotated',
      object: { kind: 'webhook', id },
      details: { overlapSeconds },
    });
  });
  return {
    id,
    secret,
    previousSecretUntil: previousUntil === null ? null : isoTime(previousUntil),
  };
}
