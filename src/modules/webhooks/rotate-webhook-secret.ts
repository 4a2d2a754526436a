import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { Refusal } from '#kit/failure.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { findOwnWebhook } from './find-own-webhook.ts';
import { generateWebhookSecret } from './register-webhook.ts';
import { reachOfActor } from './scope-of-actor.ts';
import { lockAccount } from './store/endpoints.ts';
import { findOldSecrets, rotateSecret } from './store/old-secrets.ts';

/** Each adds a signature of 47 characters to every request; a rotation a week needs four of a month. */
const SIGNING_SECRETS_MAX = 5;

/** A new secret, and until when the one before it signs too. */
export interface RotatedSecret {
  readonly id: string;
  readonly secret: string;
  /** Null where the one before ended at once. */
  readonly previousSecretUntil: string | null;
}

/**
 * Gives an endpoint of the caller's a new secret. The previous one still signs beside it for the
 * overlap, so that a receiver can be changed in time, and so does one that was still
 * overlapping from an earlier rotation, until its own end. No overlap ends them all at once.
 *
 * Refuses (404) an endpoint that is not the caller's, and (409) an overlap while as many secrets sign
 * as one request may have signatures: one whose end was announced would have to end earlier.
 */
export async function rotateWebhookSecret(
  ctx: Context,
  input: { readonly webhookId: string; readonly overlapSeconds: number },
): Promise<RotatedSecret> {
  const reach = await reachOfActor(ctx);
  const { overlapSeconds, webhookId: id } = input;
  const secret = generateWebhookSecret(ctx);
  const end = new Date(ctx.now().getTime() + overlapSeconds * 1000);
  const previousUntil = overlapSeconds > 0 ? end : null;
  await transact(ctx, async (ctx) => {
    await lockAccount(ctx, reach.accountId);
    await findOwnWebhook(ctx, reach, id);
    const earlier = previousUntil === null ? [] : await findOldSecrets(ctx, id);
    if (earlier.length + 2 > SIGNING_SECRETS_MAX) throw tooManySecrets();
    await rotateSecret(ctx, { id, secret: ctx.vault.seal(secret), previousUntil, earlier });
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

/** 409: a rotation with an overlap while the most secrets sign that may. */
export function tooManySecrets(): Refusal {
  const message = `${SIGNING_SECRETS_MAX} secrets sign already; wait until the oldest ends, or rotate with overlapSeconds 0`;
  return new Refusal('too_many_secrets', 409, message);
}
