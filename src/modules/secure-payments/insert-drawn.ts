import type { Context } from '#context.ts';
import {
  draftFees,
  draftRequest,
  type Placement,
  untilReferencesAreFree,
} from '#modules/requests/index.ts';
import { insertSecurePayment, type NewSecurePayment } from './store/new-links.ts';

/** A link whose requests are still to be drawn up. */
export interface Insertion extends Omit<NewSecurePayment, 'requests' | 'fees'> {
  /** One for each request with its fees, in the order in which they are shown. */
  readonly priced: readonly Pick<Placement, 'terms' | 'components'>[];
}

/** Writes the link with requests whose references are nobody else's; answers the requests' ids. */
export async function insertDrawn(
  ctx: Context,
  { priced, ...added }: Insertion,
): Promise<string[]> {
  return await untilReferencesAreFree(ctx, async () => {
    const drawn = priced.map(({ terms, components = [] }) => {
      const request = draftRequest(ctx, terms);
      return { request, fees: draftFees(ctx, { terms, request }, components) };
    });
    const requests = drawn.map(({ request }) => request);
    const fees = drawn.flatMap((one) => one.fees);
    await insertSecurePayment(ctx, { ...added, requests, fees });
    return requests.map((request) => request.request_id);
  });
}
