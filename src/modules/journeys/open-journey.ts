import { accountOf, type Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { findJourney, findJourneysOfTransaction, type Journey } from './store.ts';

/** 404: the account may read no such journey. */
export function journeyNotFound(): Refusal {
  return new Refusal('journey_not_found', 404, 'Journey not found');
}

/** 409: a transaction's reference stands for several journeys. */
export function ambiguousReference(): Refusal {
  const message = 'Several journeys have an event of this transaction: use the id of the journey';
  return new Refusal('ambiguous_tx_reference', 409, message);
}

/** A journey that the caller made or was named in, by its id. Refuses (404) all others alike. */
export async function openJourney(ctx: Context, id: string): Promise<Journey> {
  const journey = await findJourney(ctx, { id, accountId: accountOf(ctx) });
  if (journey === undefined) throw journeyNotFound();
  return journey;
}

/** The same by its id, or by the `txReference` of one of its events. Refuses (409) one that stands for several. */
export async function openJourneyBy(ctx: Context, queryId: string): Promise<string> {
  const accountId = accountOf(ctx);
  const journey = await findJourney(ctx, { id: queryId, accountId });
  if (journey !== undefined) return journey.id;
  const [found, ...others] = await findJourneysOfTransaction(ctx, {
    txReference: queryId,
    accountId,
  });
  if (found === undefined) throw journeyNotFound();
  if (others.length > 0) throw ambiguousReference();
  return found;
}
