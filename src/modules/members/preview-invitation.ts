import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import type { Role } from '#kit/role.ts';
import { hashSecret } from '#kit/secret.ts';
import { findAccountName } from '#modules/identity/index.ts';
import { isInvitationToken } from './model/invitation.ts';
import { invitationNotFound } from './revoke-invitation.ts';
import { findInvitation, type OpenInvitation } from './store/invitations.ts';

/**
 * What an invitation offers, to whoever has its token: the name of the account and the role, and nothing of who is in it. Refuses (404)
 * what cannot be accepted.
 */
export async function previewInvitation(
  ctx: Context,
  { token }: { readonly token: string },
): Promise<{ readonly accountName: string; readonly role: Role; readonly expiresAt: string }> {
  const { accountId, role, expiresAt } = await openInvitation(ctx, token);
  return {
    accountName: await findAccountName(ctx, accountId),
    role,
    expiresAt: isoTime(expiresAt),
  };
}

/** The invitation of a token. Refuses (404) what cannot be accepted. */
export async function openInvitation(ctx: Context, token: string): Promise<OpenInvitation> {
  const found = isInvitationToken(token) ? await findInvitation(ctx, hashSecret(token)) : undefined;
  if (found === undefined) throw invitationNotFound();
  return found;
}
