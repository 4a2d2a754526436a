import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { sessionOfActor } from '#modules/identity/index.ts';
import { transact } from '#platform/db/transact.ts';
import { revokeInvitationRow } from './store/invitations.ts';

/** Ends an invitation into the caller's account. Refuses (404) what is none of its open ones. */
export async function revokeInvitation(
  ctx: Context,
  { id }: { readonly id: string },
): Promise<{ readonly success: true }> {
  const { accountId } = sessionOfActor(ctx);
  return await transact(ctx, async (ctx) => {
    if (!(await revokeInvitationRow(ctx, { accountId, id }))) throw invitationNotFound();
    const object = { kind: 'invitation', id };
    await recordAudit(ctx, { accountId, action: 'invitation.revoked', object });
    return { success: true };
  });
}

/** 404: no invitation that can be accepted: unknown, accepted, revoked, expired, or another account's. */
export function invitationNotFound(): Refusal {
  const message =
    'There is no such invitation, or it was used, revoked or is too old; ask for another one';
  return new Refusal('invitation_not_found', 404, message);
}
