import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import {
  type FoundEndpoint,
  lockAccount,
  lockEndpoint,
  switchEndpoint,
} from './store/endpoints.ts';
import { skipPending } from './store/log.ts';

/**
 * Switches an endpoint off that has only failed for `switchOffAfterMs`, and skips what was still to
 * be sent to it. Its owner sees it in the listing and in the audit log, the operator in the log. One
 * that is off already, or that succeeded in between, is left unchanged.
 */
export async function switchOffFailingWebhook(
  ctx: Context,
  {
    id,
    accountId,
    switchOffAfterMs,
  }: { readonly id: string; readonly accountId: string; readonly switchOffAfterMs: number },
): Promise<void> {
  const failing = await transact(ctx, async (ctx) => {
    await lockAccount(ctx, accountId);
    const found = await lockEndpoint(ctx, id);
    const { isActive, failingSince } = found;
    const latest = ctx.now().getTime() - switchOffAfterMs;
    if (!isActive || failingSince === null || failingSince.getTime() > latest) return undefined;
    await skipPending(ctx, id);
    await switchEndpoint(ctx, id, { offBy: 'failures' });
    await recordAudit(ctx, {
      accountId,
      action: 'webhook.switched',
      object: { kind: 'webhook', id },
      details: { isActive: false, switchedOffBy: 'failures', failingSince: isoTime(failingSince) },
    });
    return found;
  });
  if (failing !== undefined) notice(ctx, accountId, failing);
}

/** What lines of the log that are counted under this name come to: webhooks that failures switched off. */
const SWITCHED_OFF_METRIC = 'florin_webhooks_switched_off_total';

/** Only the host: an address may contain a secret of the receiver. */
function notice(ctx: Context, accountId: string, { id, url, failingSince }: FoundEndpoint): void {
  ctx.log.warn(
    {
      metric: SWITCHED_OFF_METRIC,
      webhookId: id,
      accountId,
      host: new URL(url).host,
      failingSince,
    },
    'a webhook was switched off: its deliveries only failed for too long',
  );
}
