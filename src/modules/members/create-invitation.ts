import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { Refusal } from '#kit/failure.ts';
import type { Role } from '#kit/role.ts';
import { hashSecret } from '#kit/secret.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { checkStillMember, sessionOfActor } from '#modules/identity/index.ts';
import { transact } from '#platform/db/transact.ts';
import { INVITATION_LIFETIME_MS, makeInvitationToken } from './model/invitation.ts';
import { countOpenInvitations, insertInvitation } from './store/invitations.ts';

/** As many as an account may have members, so that a list of them is one page. */
export const OPEN_INVITATIONS_MAX = 100;

/** An invitation as owners see it. */
export interface ShownInvitation {
  readonly id: string;
  readonly label: string;
  readonly role: Role;
  /** The person who invited. */
  readonly createdBy: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** A new invitation, with its token, which is returned only here. */
interface InvitationCreated extends ShownInvitation {
  readonly token: string;
  /** The page that takes it; null where this installation serves no dashboard. */
  readonly url: string | null;
}

/**
 * Invites somebody into the caller's account: whoever has the link and signs in within a week becomes a member with this role, one person alone. Refuses
 * (403) a caller who owns the account no longer, and (409) too many open ones.
 */
export async function createInvitation(
  ctx: Context,
  { role, label }: { readonly role: Role; readonly label: string },
): Promise<InvitationCreated> {
  const { accountId, personId } = sessionOfActor(ctx);
  const token = makeInvitationToken(ctx.random);
  const [id, createdAt] = [ctx.newOrderedId(), ctx.now()];
  const expiresAt = new Date(createdAt.getTime() + INVITATION_LIFETIME_MS);
  await transact(ctx, async (ctx) => {
    await checkStillMember(ctx, 'owner');
    if ((await countOpenInvitations(ctx, accountId)) >= OPEN_INVITATIONS_MAX) {
      throw tooManyInvitations();
    }
    await insertInvitation(ctx, {
      id,
      account_id: accountId,
      role,
      label,
      token_hash: hashSecret(token),
      created_by: personId,
      created_at: createdAt,
      expires_at: expiresAt,
    });
    const object = { kind: 'invitation', id };
    await recordAudit(ctx, { accountId, action: 'invitation.created', object, details: { role } });
  });
  return {
    id,
    label,
    role,
    createdBy: personId,
    createdAt: isoTime(createdAt),
    expiresAt: isoTime(expiresAt),
    token,
    url: urlOf(ctx, token),
  };
}

/** Behind the fragment sign, so that neither a log nor another page ever receives the token. */
function urlOf({ settings: { dashboardUrl } }: Context, token: string): string | null {
  return dashboardUrl === undefined ? null : `${dashboardUrl}/invitation#${token}`;
}

/** 409: as many open invitations as an account may have. */
export function tooManyInvitations(): Refusal {
  const message = `An account can have ${OPEN_INVITATIONS_MAX} open invitations; revoke one first`;
  return new Refusal('too_many_invitations', 409, message);
}
