import type { Context } from '#context.ts';
import { type ShownLogin, showLogin } from './find-account-members.ts';
import { sessionOfActor } from './session-of-actor.ts';
import { findLoginsOf } from './store/members.ts';

/** A login of the caller's. */
interface OwnLogin extends ShownLogin {
  /** Whether it opened the session. */
  readonly current: boolean;
}

/** How the caller signs in, the oldest way first. */
export async function listLogins(ctx: Context): Promise<{ readonly logins: OwnLogin[] }> {
  const { personId, loginId } = sessionOfActor(ctx);
  const found = await findLoginsOf(ctx, [personId]);
  return { logins: found.map((login) => ({ ...showLogin(login), current: login.id === loginId })) };
}
