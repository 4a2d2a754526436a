import type { Context } from '#context.ts';
import { Refusal, refuseField } from '#kit/failure.ts';
import { urlKey } from '#kit/url.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { isPublicAddress } from '#platform/outbound/address-guard.ts';
import type { Holder } from './model/holder.ts';
import { checkWebhookUrl } from './model/url-rules.ts';
import {
  countEndpoints,
  type FoundEndpoint,
  insertEndpoint,
  lockAccount,
} from './store/endpoints.ts';

/** 64 lower-case hex digits once written out, as receivers of the public API expect. */
const SECRET_BYTES = 32;

/**
 * How many endpoints an account may have. An estimate: far above any need, and each one
 * multiplies what every event costs.
 */
const ENDPOINTS_PER_ACCOUNT_MAX = 100;

/** A new signing secret, as text. */
export function generateWebhookSecret(ctx: Context): string {
  return ctx.random(SECRET_BYTES).toString('hex');
}

/**
 * Registers an address that receives every event of its holder from now on, and returns its secret,
 * which is not returned again. Refuses (400) an address that may not receive, and with `taken` one
 * that the holder has already.
 */
export async function registerWebhook(
  ctx: Context,
  input: {
    readonly holder: Holder;
    readonly url: string;
    readonly taken: () => Refusal;
    /** Whether it only watches, and stands for no endpoint of the account. */
    readonly isObserver?: boolean;
  },
): Promise<{ readonly endpoint: FoundEndpoint; readonly secret: string }> {
  const { holder } = input;
  const checked = checkWebhookUrl(input.url, { mode: ctx.settings.mode, isPublicAddress });
  if (!checked.ok) {
    throw refusedUrl(checked.message);
  }
  const key = urlKey(checked.url);
  const secret = generateWebhookSecret(ctx);
  const added = { id: ctx.newOrderedId(), url: checked.url.href, createdAt: ctx.now() };
  const { isObserver = false } = input;
  await transact(ctx, async (ctx) => {
    await lockAccount(ctx, holder.accountId);
    const { count, urlTaken } = await countEndpoints(ctx, holder, key);
    if (urlTaken) {
      throw input.taken();
    }
    if (count >= ENDPOINTS_PER_ACCOUNT_MAX) {
      const message = `An account can have ${ENDPOINTS_PER_ACCOUNT_MAX} webhooks; remove one first`;
      throw new Refusal('too_many_webhooks', 400, message);
    }
    const sealed = ctx.vault.seal(secret);
    await insertEndpoint(ctx, { ...holder, ...added, urlKey: key, secret: sealed, isObserver });
    await recordAudit(ctx, {
      accountId: holder.accountId,
      action: 'webhook.created',
      object: { kind: 'webhook', id: added.id },
      // Only the host: the rest of an address may contain a secret of the receiver.
      details: { host: checked.url.host, clientIdId: holder.clientIdId },
    });
  });
  const fresh = { isActive: true, switchedOffBy: null, failingSince: null };
  return { endpoint: { ...added, ...fresh }, secret };
}

/** 400: an address that may not be sent events here, with the reason. */
export function refusedUrl(message: string): Refusal {
  return refuseField('url', message, 'invalid_url');
}
