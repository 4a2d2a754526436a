import type { Context } from '#context.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { endSessionRow } from './store/sessions.ts';

/**
 * Ends a session of an account, for its cookie and for its token as bearer alike. False when the
 * account has none of this id, or it was over already.
 */
export async function endSession(
  ctx: Context,
  which: { readonly accountId: string; readonly sessionId: string },
): Promise<boolean> {
  return await transact(ctx, async (ctx) => {
    if (!(await endSessionRow(ctx, which))) return false;
    await recordAudit(ctx, {
      accountId: which.accountId,
      action: 'session.ended',
      object: { kind: 'session', id: which.sessionId },
    });
    return true;
  });
}
