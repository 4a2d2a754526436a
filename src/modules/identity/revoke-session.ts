import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { endSession } from './end-session.ts';
import { sessionOfActor } from './session-of-actor.ts';
import { findSessionById } from './store/sessions.ts';

/**
 * Ends one session of the caller's account. Refuses (404) what is none of its live ones, and to those who do not
 * own the account also another person's.
 */
export async function revokeSession(
  ctx: Context,
  { id }: { readonly id: string },
): Promise<{ readonly success: true }> {
  const { accountId, personId, role } = sessionOfActor(ctx);
  const which = { accountId, sessionId: id };
  const isTheirs = role === 'owner' || (await findSessionById(ctx, which))?.personId === personId;
  if (!isTheirs || !(await endSession(ctx, which))) throw sessionNotFound();
  return { success: true };
}

/** 404: no live session of this account, whether or not it is somebody else's. */
export function sessionNotFound(): Refusal {
  return new Refusal('session_not_found', 404, 'Session not found');
}
