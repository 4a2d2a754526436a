import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { Refusal } from '#kit/failure.ts';
import { findAccountWithBlock, findMemberLogins } from './store/administration.ts';
import { roleOf } from './store/members.ts';

/** More logins than an account has; the first ones matter. */
const LOGINS_MAX = 200;

/** An account of the installation, for administrators: who signs in to it, and why it is blocked. Refuses (404) one that is not there. */
export async function viewAccount(ctx: Context, { id }: { readonly id: string }) {
  const found = await findAccountWithBlock(ctx, id);
  if (found === undefined) throw accountNotFound();
  const { name, createdAt, reason, blockedAt } = found;
  const logins = await findMemberLogins(ctx, { accountId: id, limit: LOGINS_MAX });
  return {
    id,
    name,
    createdAt: isoTime(createdAt),
    block: reason === null || blockedAt === null ? null : { reason, blockedAt: isoTime(blockedAt) },
    logins: logins.map(({ role, ...login }) => ({ ...login, role: roleOf(role) })),
  };
}

/** 404: no account of this id. */
export function accountNotFound(): Refusal {
  return new Refusal('account_not_found', 404, 'Account not found');
}
