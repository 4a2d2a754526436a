import type { Context } from '#context.ts';
import { mayActAs, type Role } from '#kit/role.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { findMember, type ShownMember, sessionOfActor, setRole } from '#modules/identity/index.ts';
import { transact } from '#platform/db/transact.ts';
import { type Ended, endCredentials } from './end-credentials.ts';

/**
 * Gives a member of the caller's account another role. Where rights are lost the sessions of this account end at once; the keys that the
 * member made end with the right to make keys, and the open invitations with that to invite. Refuses (404) who is not in the account, and
 * (409) to demote its last owner.
 */
export async function changeMemberRole(
  ctx: Context,
  { personId, role }: { readonly personId: string; readonly role: Role },
): Promise<{ readonly member: ShownMember; readonly ended: Ended }> {
  const { accountId } = sessionOfActor(ctx);
  return await transact(ctx, async (ctx) => {
    const { from, endedSessions } = await setRole(ctx, { personId, role });
    const losesKeys = !mayActAs(role, 'developer');
    const losesInvitations = !mayActAs(role, 'owner');
    const others = await endCredentials(ctx, { accountId, personId, losesKeys, losesInvitations });
    const ended = { sessions: endedSessions, ...others };
    if (from !== role) {
      await recordAudit(ctx, {
        accountId,
        action: 'member.role_changed',
        object: { kind: 'member', id: personId },
        details: { from, to: role, ended },
      });
    }
    return { member: await findMember(ctx, personId), ended };
  });
}
