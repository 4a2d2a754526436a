import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import type { TestEventType } from '#modules/events/index.ts';
import { queueTests } from './queue-tests.ts';
import { scopeOfActor } from './scope-of-actor.ts';

/**
 * Sends a test to every active endpoint of the caller's scope, as `createWebhook` would name it: a
 * client ID's own, or the platform-wide ones. It is delivered like an event, retries included; the
 * delivery log has the result.
 *
 * Refuses (404) when there is no active endpoint or no such client ID, (403) as `createWebhook`
 * does, and (429) when an endpoint had too many tests.
 */
export async function testWebhook(
  ctx: Context,
  input: { readonly eventType: TestEventType; readonly clientId?: string | undefined },
): Promise<Record<string, never>> {
  const holder = await scopeOfActor(ctx, input.clientId);
  const sent = await queueTests(ctx, { holder, eventType: input.eventType });
  if (sent.length === 0) throw noActiveWebhooks();
  return {};
}

/** 404: no endpoint to send a test to. */
export function noActiveWebhooks(): Refusal {
  return new Refusal('no_active_webhooks', 404, 'There are no active webhooks');
}
