import type { Context } from '#context.ts';
import type { FeeDraft } from '#modules/fees/index.ts';
import { draftFees } from './draft-fees.ts';
import { draftRequest } from './draft-request.ts';
import type { RequestTerms } from './request-terms.ts';
import { type AloneRequest, insertAlone } from './store/alone.ts';
import type { NewRequest } from './store/requests.ts';
import { untilReferencesAreFree } from './until-free.ts';

/** A request that stands alone, still to be drawn up. */
export interface Placement {
  readonly terms: RequestTerms;
  /** The fees that are paid beside it. */
  readonly components?: readonly FeeDraft[];
  /** What is known of the customer, as a JSON text. */
  readonly customerInfo?: string | undefined;
}

/**
 * Writes requests that no link asks for, with their fees and with references that are nobody
 * else's: all by one statement, or none. Answers the requests in their order, without their fees.
 */
export async function placeRequests(
  ctx: Context,
  placements: readonly Placement[],
): Promise<readonly NewRequest[]> {
  return await untilReferencesAreFree(ctx, async () => {
    const drawn = placements.map((placement): AloneRequest => {
      const request = draftRequest(ctx, placement.terms);
      const main = { terms: placement.terms, request };
      const fees = draftFees(ctx, main, placement.components ?? []);
      return { request, fees, customerInfo: placement.customerInfo };
    });
    await insertAlone(ctx, drawn);
    return drawn.map(({ request }) => request);
  });
}
