import type { Context } from '#context.ts';
import { listAccountSessions } from './list-account-sessions.ts';
import { sessionOfActor } from './session-of-actor.ts';
import { type ShownSession, showSession } from './view-session.ts';

/** A session beside others, with where it was opened. */
interface ListedSession extends ShownSession {
  /** Whether it is the calling one. */
  readonly current: boolean;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

/** The live sessions of the caller's account, to those who do not own it only their own; newest first, at most a hundred. */
export async function listSessions(ctx: Context): Promise<{ readonly sessions: ListedSession[] }> {
  const { accountId, sessionId, personId, role } = sessionOfActor(ctx);
  const found = await listAccountSessions(ctx, accountId, role === 'owner' ? {} : { personId });
  const sessions = found.map((session) => ({
    ...showSession(session, accountId),
    current: session.id === sessionId,
    ipAddress: session.ipAddress,
    userAgent: session.userAgent,
  }));
  return { sessions };
}
