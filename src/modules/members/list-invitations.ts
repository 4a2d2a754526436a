import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { sessionOfActor } from '#modules/identity/index.ts';
import { OPEN_INVITATIONS_MAX, type ShownInvitation } from './create-invitation.ts';
import { findOpenInvitations } from './store/invitations.ts';

/** The invitations into the caller's account that can be accepted, newest first. */
export async function listInvitations(
  ctx: Context,
): Promise<{ readonly invitations: ShownInvitation[] }> {
  const { accountId } = sessionOfActor(ctx);
  const found = await findOpenInvitations(ctx, { accountId, limit: OPEN_INVITATIONS_MAX });
  const invitations = found.map(({ accountId: _, createdAt, expiresAt, ...rest }) => ({
    ...rest,
    createdAt: isoTime(createdAt),
    expiresAt: isoTime(expiresAt),
  }));
  return { invitations };
}
