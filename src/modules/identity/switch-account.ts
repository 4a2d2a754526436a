import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { transact } from '#platform/db/transact.ts';
import { openInAccount } from './open-in-account.ts';
import type { OpenedSession } from './open-session.ts';
import { sessionOfActor } from './session-of-actor.ts';
import { findRole } from './store/members.ts';

/**
 * Opens a session in another account that the caller is a member of, and ends the calling one. Refuses (404) every other account
 * alike.
 */
export async function switchAccount(
  ctx: Context,
  { accountId }: { readonly accountId: string },
): Promise<OpenedSession> {
  const { personId } = sessionOfActor(ctx);
  return await transact(ctx, async (ctx) => {
    if ((await findRole(ctx, { accountId, personId })) === undefined) throw accountNotFound();
    return await openInAccount(ctx, accountId);
  });
}

/** 404: no account of the caller's, whether or not somebody else's. */
export function accountNotFound(): Refusal {
  return new Refusal('account_not_found', 404, 'You are a member of no such account');
}
