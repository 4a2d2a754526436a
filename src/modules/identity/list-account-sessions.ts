import type { Context } from '#context.ts';
import { idleSince } from './model/session-life.ts';
import { findSessions, type KnownSession } from './store/sessions.ts';

/** More than a person reads; the newest ones matter. */
const SESSIONS_MAX = 100;

/** The live sessions of an account, or of one person in it, newest first, at most a hundred. */
export async function listAccountSessions(
  ctx: Context,
  accountId: string,
  only: { readonly personId?: string } = {},
): Promise<readonly KnownSession[]> {
  return await findSessions(ctx, {
    accountId,
    personId: only.personId,
    limit: SESSIONS_MAX,
    idleSince: idleSince(ctx.now()),
  });
}
