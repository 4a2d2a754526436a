import type { Context } from '#context.ts';
import type { Role } from '#kit/role.ts';
import { admitMember, sessionOfActor } from '#modules/identity/index.ts';
import { transact } from '#platform/db/transact.ts';
import { openInvitation } from './preview-invitation.ts';
import { invitationNotFound } from './revoke-invitation.ts';
import { acceptInvitationRow } from './store/invitations.ts';

/**
 * Makes the caller a member of the account that invites, and uses the invitation up. The session stays in its own account until it is
 * switched. Refuses (404) what cannot be accepted, and (409), which uses nothing up, who is a member already.
 */
export async function acceptInvitation(
  ctx: Context,
  { token }: { readonly token: string },
): Promise<{ readonly accountId: string; readonly role: Role }> {
  const { personId } = sessionOfActor(ctx);
  return await transact(ctx, async (ctx) => {
    const { id, accountId, role } = await openInvitation(ctx, token);
    await admitMember(ctx, { accountId, role, invitationId: id });
    // Throwing undoes the membership: somebody else was first, or it was revoked in the meantime.
    if (!(await acceptInvitationRow(ctx, { id, personId }))) throw invitationNotFound();
    return { accountId, role };
  });
}
