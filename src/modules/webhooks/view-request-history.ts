import { accountOf, type Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { Refusal } from '#kit/failure.ts';
import { readPayload } from '#modules/events/index.ts';
import {
  findAttemptsOf,
  findDeliveriesOfEvents,
  findEventsAbout,
  findTokensOfRequest,
} from './store/history.ts';

/** More than happens to one payment; what is beyond stands in the feed and in the log of an endpoint. */
const EVENTS_MAX = 200;
const DELIVERIES_MAX = 500;

/**
 * What happened to a request of the caller's account, oldest first: each event about it or its links with its deliveries to endpoints of
 * the account, and each attempt at one. Refuses (404) a request that is unknown or another account's.
 */
export async function viewRequestHistory(
  ctx: Context,
  { requestId }: { readonly requestId: string },
) {
  const accountId = accountOf(ctx);
  const tokens = await findTokensOfRequest(ctx, { accountId, requestId });
  if (tokens === undefined) throw requestNotFound();
  const found = await findEventsAbout(ctx, { accountId, requestId, tokens }, EVENTS_MAX);
  const events = found
    .map(({ customerInfo, createdAt, ...event }) => ({
      ...event,
      createdAt: isoTime(createdAt),
      payload: readPayload({ ...event, customerInfo }),
    }))
    .filter(({ payload }) => isAbout(payload, requestId));
  const eventIds = events.map(({ id }) => id);
  const deliveries = await findDeliveriesOfEvents(ctx, { accountId, eventIds }, DELIVERIES_MAX);
  const attempts = Map.groupBy(
    await findAttemptsOf(
      ctx,
      deliveries.map(({ id }) => id),
    ),
    ({ deliveryId }) => deliveryId,
  );
  const shown = deliveries.map(({ eventId, endpointId: webhookId, createdAt, ...delivery }) => ({
    eventId,
    shown: {
      ...delivery,
      webhookId,
      createdAt: isoTime(createdAt),
      attempts: (attempts.get(delivery.id) ?? []).map(
        ({ deliveryId: _, startedAt, ...attempt }) => ({
          ...attempt,
          startedAt: isoTime(startedAt),
        }),
      ),
    },
  }));
  const byEvent = Map.groupBy(shown, ({ eventId }) => eventId);
  return {
    events: events.map((event) => ({
      ...event,
      deliveries: (byEvent.get(event.id) ?? []).map(({ shown }) => shown),
    })),
  };
}

/** Whether an event of a link is about the request; what names no request is about all of a link. */
function isAbout({ requestId, requestIds }: Record<string, unknown>, asked: string): boolean {
  if (Array.isArray(requestIds)) return requestIds.includes(asked);
  return requestId === undefined || requestId === asked;
}

/** 404: the account has no such request. */
export function requestNotFound(): Refusal {
  return new Refusal('request_not_found', 404, 'Request not found');
}
