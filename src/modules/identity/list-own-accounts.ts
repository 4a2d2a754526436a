import type { Context } from '#context.ts';
import type { Role } from '#kit/role.ts';
import { sessionOfActor } from './session-of-actor.ts';
import { findAccountsOfPerson } from './store/members.ts';

/** More than anybody works for. */
const ACCOUNTS_MAX = 100;

/** An account as its members see it. */
interface ShownAccount {
  readonly accountId: string;
  readonly name: string;
  readonly role: Role;
  /** Whether it is the one of the session. */
  readonly current: boolean;
}

/** The accounts that the caller is a member of, the one joined first first, at most a hundred. */
export async function listOwnAccounts(
  ctx: Context,
): Promise<{ readonly accounts: ShownAccount[] }> {
  const { personId, accountId } = sessionOfActor(ctx);
  const found = await findAccountsOfPerson(ctx, { personId, limit: ACCOUNTS_MAX });
  const accounts = found.map(({ id, ...account }) => ({
    accountId: id,
    ...account,
    current: id === accountId,
  }));
  return { accounts };
}
