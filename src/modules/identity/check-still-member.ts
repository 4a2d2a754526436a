import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { mayActAs, type Role } from '#kit/role.ts';
import { findRole, lockAccountRow } from './store/members.ts';

/**
 * Holds the members of the account until the transaction ends, and refuses (403) a session whose person was removed, or given a lesser role than
 * this one, since the call was let in. Other callers have no role.
 */
export async function checkStillMember(ctx: Context, least: Role): Promise<void> {
  const { actor } = ctx;
  if (actor.kind !== 'session') return;
  await lockAccountRow(ctx, actor.accountId);
  const role = await findRole(ctx, actor);
  if (role === undefined || !mayActAs(role, least)) throw notAMember();
}

/** 403: somebody who was removed from the account, or demoted, in the meantime. */
export function notAMember(): Refusal {
  return new Refusal('not_a_member', 403, 'You are not a member of this account with this right');
}
