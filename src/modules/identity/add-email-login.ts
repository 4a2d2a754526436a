import type { Context } from '#context.ts';
import { type Refusal, refuseField } from '#kit/failure.ts';
import { keepEmailLogin } from './keep-email-login.ts';
import { PASSWORD_CHARS_MAX, PASSWORD_CHARS_MIN } from './model/password.ts';
import { hashPassword } from './password-hash.ts';

/** Which address and password shall open which account. */
export interface EmailLoginInput {
  readonly accountId: string;
  readonly email: string;
  /** 8 to 100 characters; only a slow hash of it is kept. */
  readonly password: string;
}

/**
 * Lets an email address with a password sign in to an account. Refuses (400) an address that is
 * taken, and a password that is too short or too long.
 */
export async function addEmailLogin(
  ctx: Context,
  { accountId, email, password }: EmailLoginInput,
): Promise<{ readonly id: string }> {
  if (password.length < PASSWORD_CHARS_MIN || password.length > PASSWORD_CHARS_MAX) {
    throw invalidPassword();
  }
  const passwordHash = await hashPassword(password, ctx.random);
  return await keepEmailLogin(ctx, { accountId, email, passwordHash });
}

function invalidPassword(): Refusal {
  const message = `A password has ${PASSWORD_CHARS_MIN} to ${PASSWORD_CHARS_MAX} characters`;
  return refuseField('password', message, 'invalid_password');
}
