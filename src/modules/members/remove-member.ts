import type { Context } from '#context.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { sessionOfActor, setRole } from '#modules/identity/index.ts';
import { transact } from '#platform/db/transact.ts';
import { type Ended, endCredentials } from './end-credentials.ts';

/**
 * Removes a member from the caller's account. The sessions of this account end at once, and so do the API keys and orchestrator keys that the member made and
 * the open invitations; client IDs stay, whose text every member sees. Refuses (404) who is not in it, and (409) the
 * last owner.
 */
export async function removeMember(
  ctx: Context,
  { personId }: { readonly personId: string },
): Promise<{ readonly ended: Ended }> {
  const { accountId } = sessionOfActor(ctx);
  return await transact(ctx, async (ctx) => {
    const { from, endedSessions } = await setRole(ctx, { personId, role: undefined });
    const lost = { losesKeys: true, losesInvitations: true };
    const others = await endCredentials(ctx, { accountId, personId, ...lost });
    const ended = { sessions: endedSessions, ...others };
    await recordAudit(ctx, {
      accountId,
      action: 'member.removed',
      object: { kind: 'member', id: personId },
      details: { role: from, ended },
    });
    return { ended };
  });
}
