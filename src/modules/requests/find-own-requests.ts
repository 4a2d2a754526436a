import { accountOf, type Context } from '#context.ts';
import type { ShownRequest } from './model/shown-request.ts';
import { mayUse } from './read-scope.ts';
import { findShownAmong } from './store/shown.ts';

/** The caller's own requests by their public ids, in one round trip; others are not among them. */
export async function findOwnRequests(
  ctx: Context,
  requestIds: readonly string[],
): Promise<ReadonlyMap<string, ShownRequest>> {
  const found = await findShownAmong(ctx, { accountId: accountOf(ctx), requestIds });
  const usable = found.filter((request) => mayUse(ctx, request));
  return new Map(usable.map((request) => [request.requestId, request]));
}
