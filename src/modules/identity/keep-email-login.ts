import type { Context } from '#context.ts';
import { type Refusal, refuseField } from '#kit/failure.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { findOrAddPerson } from './find-or-add-person.ts';
import { emailKeyOf } from './model/email-key.ts';
import { insertEmailLogin } from './store/logins.ts';

/** An email address that shall open an account, its password hashed already. */
interface HashedEmailLogin {
  readonly accountId: string;
  readonly email: string;
  readonly passwordHash: string;
}

/** Lets an email address sign in to an account. Refuses (400) one that opens an account already. */
export async function keepEmailLogin(
  ctx: Context,
  { accountId, email, passwordHash }: HashedEmailLogin,
): Promise<{ readonly id: string }> {
  return await transact(ctx, async (ctx) => {
    const id = ctx.newId();
    const inserted = await insertEmailLogin(ctx, {
      id,
      account_id: accountId,
      person_id: await findOrAddPerson(ctx, accountId),
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
  return refuseField('email', message, 'email_taken');
}
