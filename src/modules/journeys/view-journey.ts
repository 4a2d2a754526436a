import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { openJourney } from './open-journey.ts';
import { findEvents } from './store.ts';

/** A journey with all its events. */
interface JourneyViewed {
  readonly id: string;
  readonly requestId: string | null;
  readonly createdAt: string;
  readonly events: readonly {
    readonly id: string;
    /** From 1 on, in the order of `processedAt`. */
    readonly stepIndex: number;
    readonly status: string;
    readonly amount: string;
    readonly currency: string | null;
    readonly txReference?: string;
    readonly processedAt: string;
    readonly rawPayload?: unknown;
  }[];
}

/** A journey that the caller made or was named in. Refuses (404) all others alike. */
export async function viewJourney(
  ctx: Context,
  { journeyId }: { readonly journeyId: string },
): Promise<JourneyViewed> {
  const { id, requestId, createdAt } = await openJourney(ctx, journeyId);
  const events = await findEvents(ctx, id);
  return {
    id,
    requestId,
    createdAt: isoTime(createdAt),
    events: events.map((event, i) => ({
      id: event.id,
      stepIndex: i + 1,
      status: event.status,
      amount: event.amount,
      currency: event.currency,
      ...(event.txReference !== null && { txReference: event.txReference }),
      processedAt: isoTime(event.processedAt),
      ...(event.rawPayload !== null && { rawPayload: event.rawPayload }),
    })),
  };
}
