import type { Context } from '#context.ts';
import { endSession } from './end-session.ts';
import { sessionOfActor } from './session-of-actor.ts';

/** Ends the session that the call was made with, for its cookie and for its token as bearer alike. */
export async function logOut(ctx: Context): Promise<void> {
  const { accountId, sessionId } = sessionOfActor(ctx);
  await endSession(ctx, { accountId, sessionId });
}
