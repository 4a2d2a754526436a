import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { emailKeyOf } from './model/email-key.ts';
import { PASSWORD_CHARS_MAX, PASSWORD_CHARS_MIN } from './model/password.ts';
import { hashPassword } from './password-hash.ts';
import { insertEmailLogin } from './store.ts';

/** Which address and password shall open which account. */
export interface EmailLoginWish {
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
  { accountId, email, password }: EmailLoginWish,
): Promise<{ readonly id: string }> {
  if (password.length < PASSWORD_CHARS_MIN || password.length > PASSWORD_CHARS_MAX) {
    throw invalidPassword();
  }
  const passwordHash = await hashPassword(password, ctx.chance);
  return await transact(ctx, async (ctx) => {
    const id = ctx.newId();
    const inserted = await insertEmailLogin(ctx, {
      id,
      account_id: accountId,
      email,
      email_key: emailKeyOf(email),
      password_hash: passwordHash,
      created_at: ctx.now(),
    });
    if (!inserted) throw emailTaken();
    const object = { kind: 'email_login', id };
    await recordAudit(ctx, { accountId, action: 'login.added', object });
    return { id };
  });
}

/** 400: an email address that opens an account already. */
export function emailTaken(): Refusal {
  const message = 'This email address is registered already; log in with it';
  return new Refusal('email_taken', 400, {
    message,
    errors: [{ field: 'email', message }],
  });
}

function invalidPassword(): Refusal {
  const message = `A password has ${PASSWORD_CHARS_MIN} to ${PASSWORD_CHARS_MAX} characters`;
  return new Refusal('invalid_password', 400, {
    message,
    errors: [{ field: 'password', message }],
  });
}
