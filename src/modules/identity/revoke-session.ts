import { accountOf, type Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { endSession } from './end-session.ts';

/** Ends one session of the caller's account. Refuses (404) what is none of its live ones. */
export async function revokeSession(
  ctx: Context,
  { id }: { readonly id: string },
): Promise<{ readonly success: true }> {
  const ended = await endSession(ctx, { accountId: accountOf(ctx), sessionId: id });
  if (!ended) throw sessionNotFound();
  return { success: true };
}

/** 404: no live session of this account, whether or not it is somebody else's. */
export function sessionNotFound(): Refusal {
  return new Refusal('session_not_found', 404, 'Session not found');
}
