import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { transact } from '#platform/db/transact.ts';
import { countAttemptOfCaller } from './count-attempt.ts';
import { createAccount } from './create-account.ts';
import { findSession } from './find-session.ts';
import { keepEmailLogin } from './keep-email-login.ts';
import { type OpenedSession, openSession } from './open-session.ts';
import { hashPassword } from './password-hash.ts';

/**
 * An estimate: more than the people behind one address register, and far too few to find out who has
 * registered by trying addresses.
 */
const PER_CALLER = { name: 'register_caller', attempts: 20, windowSeconds: 3_600 };

/** Who wants to sign in with what. */
export interface EmailAndPassword {
  readonly email: string;
  readonly password: string;
}

/**
 * Opens an account for an email address, and its first session.
 *
 * Refuses (400) a signed-in caller and an address that is registered already, and (429) more
 * attempts than people make.
 */
export async function registerUser(
  ctx: Context,
  { email, password }: EmailAndPassword,
): Promise<OpenedSession> {
  const token = ctx.requestMetadata?.sessionToken;
  if (token !== undefined && (await findSession(ctx, token)) !== undefined) throw alreadySignedIn();
  await countAttemptOfCaller(ctx, PER_CALLER);
  // Slow by design, so before a connection is in use; and before timing could reveal an address.
  const passwordHash = await hashPassword(password, ctx.random);
  return await transact(ctx, async (ctx) => {
    const { id: accountId } = await createAccount(ctx, { name: 'New account' });
    const { id: loginId } = await keepEmailLogin(ctx, { accountId, email, passwordHash });
    return await openSession(ctx, { accountId, loginId, wallet: undefined });
  });
}

/** 400: a signed-in user has an account. */
export function alreadySignedIn(): Refusal {
  return new Refusal('already_signed_in', 400, 'You are signed in already; log out first');
}
