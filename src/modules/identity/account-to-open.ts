import type { Context } from '#context.ts';
import { createAccount } from './create-account.ts';
import { findPersonOfLogin, setAccountOfLogin } from './store/logins.ts';
import { findAccountsOfPerson, findRole, insertMember } from './store/members.ts';

/**
 * The account that signing in opens: the login's, or where its person was removed from that the one joined first of those left. Somebody
 * with none left gets an account of their own, as at a first sign-in.
 */
export async function accountToOpen(
  ctx: Context,
  { accountId, loginId }: { readonly accountId: string; readonly loginId: string },
): Promise<string> {
  const personId = await findPersonOfLogin(ctx, loginId);
  if ((await findRole(ctx, { accountId, personId })) !== undefined) return accountId;
  const [left] = await findAccountsOfPerson(ctx, { personId, limit: 1 });
  const opened = left?.id ?? (await openOwn(ctx, personId));
  await setAccountOfLogin(ctx, { loginId, accountId: opened });
  return opened;
}

async function openOwn(ctx: Context, personId: string): Promise<string> {
  const { id: accountId } = await createAccount(ctx, { name: 'New account' });
  await insertMember(ctx, { accountId, personId, role: 'owner' });
  return accountId;
}
