import { accountOf, type Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { insertJourney, isOwnRequest } from './store.ts';

/** 404: the account has no such request. */
export function requestNotFound(): Refusal {
  return new Refusal('request_not_found', 404, 'Request not found');
}

/** Makes an empty journey, of one of the account's requests or of none. Refuses (404) a request of others. */
export async function createJourney(
  ctx: Context,
  { requestId }: { readonly requestId?: string | undefined },
): Promise<{ readonly journeyId: string }> {
  const accountId = accountOf(ctx);
  if (requestId !== undefined && !(await isOwnRequest(ctx, { accountId, requestId }))) {
    throw requestNotFound();
  }
  const id = ctx.newId();
  const made = { id, requestId: requestId ?? null, createdAt: ctx.now() };
  await insertJourney(ctx, { ...made, accountId });
  return { journeyId: id };
}
