import type { Context } from '#context.ts';
import type { RequestDraft } from '#modules/requests/draft-request.ts';
import { createRequests } from '#modules/requests/index.ts';
import type { RequestTerms } from '#modules/requests/read-terms.ts';

type Standalone = Parameters<typeof createRequests>[1]['standalone'];

/** Creates an incoming request that no link contains, and returns its row. */
export async function createStandaloneRequest(
  ctx: Context,
  terms: RequestTerms,
  standalone?: Standalone,
): Promise<RequestDraft['row']> {
  const input = { flow: 'incoming', terms: [terms], ...(standalone && { standalone }) } as const;
  return await createRequests(ctx, input, async ([draft], insert) => {
    if (draft === undefined) throw new Error('one request was drafted');
    await insert();
    return draft.row;
  });
}
