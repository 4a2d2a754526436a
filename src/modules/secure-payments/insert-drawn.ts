import type { Context } from '#context.ts';
import type { FeeDraft } from '#modules/fees/index.ts';
import {
  draftFees,
  draftRequest,
  type RequestTerms,
  untilReferencesAreFree,
} from '#modules/requests/index.ts';
import { insertSecurePayment, type NewSecurePayment } from './store.ts';

/** A link whose requests are still to be drawn up. */
export interface Insertion extends Omit<NewSecurePayment, 'requests' | 'fees'> {
  /** One for each request, in the order in which they are shown. */
  readonly terms: readonly RequestTerms[];
  /** The fees that are paid after the first request, which is then the only one. */
  readonly components?: readonly FeeDraft[];
}

/** Writes the link with requests whose references are nobody else's; answers the requests' ids. */
export async function insertDrawn(
  ctx: Context,
  { terms, components = [], ...added }: Insertion,
): Promise<string[]> {
  return await untilReferencesAreFree(ctx, async () => {
    const drawn = terms.map((each) => ({ terms: each, request: draftRequest(ctx, each) }));
    const fees = drawn.slice(0, 1).flatMap((main) => draftFees(ctx, main, components));
    const requests = drawn.map(({ request }) => request);
    await insertSecurePayment(ctx, { ...added, requests, fees });
    return requests.map((request) => request.request_id);
  });
}
