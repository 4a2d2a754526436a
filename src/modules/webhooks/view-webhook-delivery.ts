import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { findOwnDelivery } from './find-own-delivery.ts';
import { attemptHeaders } from './model/headers.ts';
import { reachOfActor } from './scope-of-actor.ts';
import { type ShownDelivery, shownDelivery } from './shown-delivery.ts';
import { findAttempts, type LoggedDelivery } from './store/log.ts';

/** One sending of a delivery. */
interface ShownAttempt {
  readonly retryCount: number;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly responseStatus: number | null;
  readonly failure: string | null;
  readonly responseExcerpt: string | null;
  /** Those of the specification, without the signature. */
  readonly requestHeaders: Readonly<Record<string, string>>;
}

/** A delivery with what was sent and what came back. */
export interface DeliveryViewed extends Omit<ShownDelivery, 'attempts'> {
  readonly webhookId: string;
  readonly url: string;
  readonly body: string;
  readonly attempts: ShownAttempt[];
}

/**
 * One delivery to an endpoint of the caller's, with its body and its attempts. Refuses (404) a
 * delivery to another's endpoint, and one to a removed endpoint.
 */
export async function viewWebhookDelivery(
  ctx: Context,
  { deliveryId }: { readonly deliveryId: string },
): Promise<DeliveryViewed> {
  const { delivery, endpoint } = await findOwnDelivery(ctx, await reachOfActor(ctx), deliveryId);
  const attempts = await findAttempts(ctx, deliveryId);
  return {
    ...shownDelivery(delivery),
    webhookId: endpoint.id,
    url: endpoint.url,
    body: delivery.body,
    attempts: attempts.map((attempt) => ({
      ...attempt,
      startedAt: isoTime(attempt.startedAt),
      requestHeaders: headersOf(delivery, attempt),
    })),
  };
}

function headersOf(
  delivery: LoggedDelivery & { readonly body: string },
  { retryCount, startedAt }: { readonly retryCount: number; readonly startedAt: Date },
): Readonly<Record<string, string>> {
  const { id: deliveryId, body, isTest, replayOf } = delivery;
  const input = { deliveryId, retryCount, at: startedAt, body, isTest, replayOf };
  // A log must not contain signatures: a reader could pass a body off as sent by us.
  const { 'x-service-signature': _, ...headers } = attemptHeaders(
    { ...input, secret: '', oldSecrets: [] },
    { secondFamily: undefined, standard: false },
  );
  return headers;
}
