import type { Context } from '#context.ts';
import {
  createRequests,
  insertRequests,
  type RequestDraft,
  type RequestTerms,
} from '#modules/requests/index.ts';

/** Creates an incoming request that no link contains, and returns its row. */
export async function createStandaloneRequest(
  ctx: Context,
  terms: RequestTerms,
): Promise<RequestDraft['row']> {
  const input = { flow: 'incoming', requests: [{ terms, amountField: 'amount' }] } as const;
  const [draft] = await createRequests(ctx, input, async (drafts) => {
    await insertRequests(ctx, drafts);
    return drafts;
  });
  if (draft === undefined) throw new Error('one request was created');
  return draft.row;
}
