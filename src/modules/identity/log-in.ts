import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { callerOf, countAttempt, countAttemptOfCaller } from './count-attempt.ts';
import { emailKeyOf } from './model/email-key.ts';
import { type OpenedPendingSignIn, openPendingSignIn } from './open-pending-sign-in.ts';
import { type OpenedSession, openSession } from './open-session.ts';
import { isPassword } from './password-hash.ts';
import type { EmailAndPassword } from './register-user.ts';
import { findEmailLogin } from './store/logins.ts';

/** An estimate: people mistype some times; guessing a password takes more tries than this in years. */
const PER_ACCOUNT_AND_CALLER = { name: 'login_pair', attempts: 10, windowSeconds: 900 };

/**
 * Of all callers together. Ten times as many, and more than one caller has, so that locking somebody
 * else out takes many addresses; three million guesses a year are still none against a password.
 */
const PER_ACCOUNT = { name: 'login_account', attempts: 100, windowSeconds: 900 };

/** An estimate: an office behind one address, and no list of leaked passwords. */
const PER_CALLER = { name: 'login_caller', attempts: 50, windowSeconds: 900 };

/**
 * Signs in with an email address and its password; somebody who has a second factor only begins to, and gets no session yet.
 *
 * Refuses (400) a wrong password and an unknown address alike, in the same time, and (429) more
 * attempts than people make, counted before anything is computed.
 */
export async function logIn(
  ctx: Context,
  { email, password }: EmailAndPassword,
): Promise<OpenedSession | { readonly pending: OpenedPendingSignIn }> {
  const key = emailKeyOf(email);
  await countAttemptOfCaller(ctx, PER_CALLER);
  const pair = `${key} ${callerOf(ctx)}`;
  await countAttempt(ctx, PER_ACCOUNT_AND_CALLER, pair);
  await countAttempt(ctx, PER_ACCOUNT, key);
  const login = await findEmailLogin(ctx, key);
  const proven = await isPassword(password, login?.passwordHash);
  if (login === undefined || !proven) throw invalidLogin();
  await ctx.throttle.clear(PER_ACCOUNT_AND_CALLER, pair);
  await ctx.throttle.clear(PER_ACCOUNT, key);
  const { id: loginId, accountId, personId } = login;
  const pending = await openPendingSignIn(ctx, { accountId, personId, loginId });
  if (pending !== undefined) return { pending };
  return await openSession(ctx, { accountId, loginId, wallet: undefined });
}

/** 400: wrong credentials. The same for a wrong password and for an address that nobody registered. */
export function invalidLogin(): Refusal {
  return new Refusal('invalid_login', 400, 'The email address or the password is wrong');
}
