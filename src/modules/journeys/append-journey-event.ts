import { accountOf, type Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { Refusal } from '#kit/failure.ts';
import { transact } from '#platform/db/transact.ts';
import { contentHash, type JourneyEventInput } from './model/journey-event.ts';
import { openJourneyBy } from './open-journey.ts';
import { findSameEvent, insertJourneyEvent, lockJourney } from './store.ts';

/** Enough for any payment; a journey is read as a whole. */
const EVENTS_MAX = 500;

/** An event as its writer is shown it. */
interface ShownEvent {
  readonly id: string;
  readonly journeyId: string;
  readonly processorId: string;
  readonly status: string;
  readonly amount: string;
  readonly currency: string | null;
  readonly txReference: string | null;
  readonly processedAt: string;
  readonly rawPayload: unknown;
}

/** 409: a journey has as many events as it may have. */
export function journeyIsFull(): Refusal {
  const message = `A journey has at most ${EVENTS_MAX} events: make another one`;
  return new Refusal('journey_is_full', 409, message);
}

/**
 * Writes an event of a journey that the caller made or was named in. What the caller has written already is answered again and
 * written once. Refuses (404) journeys of others, (409) a `txReference` of several journeys, and more events than a journey has room for.
 */
export async function appendJourneyEvent(
  ctx: Context,
  { queryId, input }: { readonly queryId: string; readonly input: JourneyEventInput },
): Promise<ShownEvent> {
  const journeyId = await openJourneyBy(ctx, queryId);
  const processorId = accountOf(ctx);
  const hash = contentHash(input);
  return await transact(ctx, async (ctx) => {
    const count = await lockJourney(ctx, journeyId);
    const own = { journeyId, processorId };
    const same = await findSameEvent(ctx, { ...own, contentHash: hash });
    if (same !== undefined) return { ...same, processedAt: isoTime(same.processedAt) };
    if (count >= EVENTS_MAX) throw journeyIsFull();
    const id = ctx.newOrderedId();
    await insertJourneyEvent(ctx, { ...own, id, input, contentHash: hash, createdAt: ctx.now() });
    const { status, amount, currency = null, txReference = null, processedAt } = input;
    const { rawPayload = null } = input;
    const shown = { status, amount, currency, txReference, processedAt: isoTime(processedAt) };
    return { id, ...own, ...shown, rawPayload };
  });
}
