import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { mayActAs, type Role } from '#kit/role.ts';
import { checkStillMember } from './check-still-member.ts';
import { memberNotFound } from './find-account-members.ts';
import { sessionOfActor } from './session-of-actor.ts';
import { countMembers, deleteMember, findRole, updateRole } from './store/members.ts';
import { endSessionsOfPerson } from './store/sessions.ts';

/** What became of a member. */
export interface RoleChange {
  /** What the member was before. */
  readonly from: Role;
  /** How many sessions ended with the rights that were lost. */
  readonly endedSessions: number;
}

/**
 * Gives a member of the caller's account another role, or none, in the transaction that ends whatever else goes with it. A member who
 * loses a right loses the sessions of this account too. Owners do it to everybody, and everybody gives up a role of their own. Refuses (404) who is not
 * in the account, (403) a caller who may not or no longer, and (409) to take the role from its last owner.
 */
export async function setRole(
  ctx: Context,
  { personId, role }: { readonly personId: string; readonly role: Role | undefined },
): Promise<RoleChange> {
  const { accountId, personId: callerId } = sessionOfActor(ctx);
  const isGivenUp = role === undefined && personId === callerId;
  await checkStillMember(ctx, isGivenUp ? 'viewer' : 'owner');
  const member = { accountId, personId };
  const from = await findRole(ctx, member);
  if (from === undefined) throw memberNotFound();
  if (from === 'owner' && role !== 'owner' && (await countMembers(ctx, accountId)).owners === 1) {
    throw lastOwner();
  }
  if (role === undefined) await deleteMember(ctx, member);
  else await updateRole(ctx, { ...member, role });
  const isLess = role === undefined || !mayActAs(role, from);
  return { from, endedSessions: isLess ? await endSessionsOfPerson(ctx, member) : 0 };
}

/** 409: an account without an owner could never be managed again. */
export function lastOwner(): Refusal {
  const message = 'This is the last owner of the account; make somebody else an owner first';
  return new Refusal('last_owner', 409, message);
}
