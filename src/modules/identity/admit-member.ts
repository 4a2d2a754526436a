import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import type { Role } from '#kit/role.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { MEMBERS_MAX } from './find-account-members.ts';
import { sessionOfActor } from './session-of-actor.ts';
import { countMembers, insertMember, lockAccountRow } from './store/members.ts';

/** Into which account somebody comes, and by which invitation. */
interface Admission {
  readonly accountId: string;
  readonly role: Role;
  readonly invitationId: string;
}

/**
 * Makes the caller a member of another account, in the transaction that uses the invitation up. Refuses (409) who is a member
 * already, and one more member than an account may have.
 */
export async function admitMember(
  ctx: Context,
  { accountId, role, invitationId }: Admission,
): Promise<void> {
  const { personId } = sessionOfActor(ctx);
  await lockAccountRow(ctx, accountId);
  if (!(await insertMember(ctx, { accountId, personId, role }))) throw alreadyAMember();
  if ((await countMembers(ctx, accountId)).members > MEMBERS_MAX) throw tooManyMembers();
  await recordAudit(ctx, {
    accountId,
    action: 'member.joined',
    object: { kind: 'member', id: personId },
    details: { role, invitationId },
    // The session is of another account.
    byOthers: true,
  });
}

/** 409: somebody who is in the account. */
export function alreadyAMember(): Refusal {
  return new Refusal('already_a_member', 409, 'You are a member of this account already');
}

/** 409: an account with as many members as one may have. */
export function tooManyMembers(): Refusal {
  const message = `An account can have ${MEMBERS_MAX} members; an owner has to remove one first`;
  return new Refusal('too_many_members', 409, message);
}
