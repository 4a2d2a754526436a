import { accountOf, type Context } from '#context.ts';
import { checkNotPublic, requestNotFound } from './read-scope.ts';
import { setRecurrenceStopped } from './store/shown.ts';

/**
 * Writes whether a request shall stop coming round again. Nothing recurs yet, so it changes nothing
 * but what is read of the request. Refuses (404) one that is unknown or another account's,
 * and (403) a public client ID in production.
 */
export async function updateRequest(
  ctx: Context,
  asked: { readonly requestId: string; readonly isRecurrenceStopped: boolean },
): Promise<Record<string, never>> {
  checkNotPublic(ctx);
  const { requestId, isRecurrenceStopped: stopped } = asked;
  const found = await setRecurrenceStopped(ctx, { accountId: accountOf(ctx), requestId, stopped });
  if (!found) throw requestNotFound();
  return {};
}
