import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { transact } from '#platform/db/transact.ts';
import { TOTP_SECRET_BYTES, totpSecretOf, totpUri } from './check-totp-code.ts';
import { AUTHENTICATOR_APPS_MAX } from './model/second-factor.ts';
import { requireFreshSignIn } from './require-fresh-sign-in.ts';
import {
  findAuthenticatorApps,
  insertAuthenticatorApp,
  lockPerson,
} from './store/second-factors.ts';

/** An app that is yet to show a right code, and what it computes codes of. */
interface NewAuthenticatorApp {
  readonly id: string;
  /** In base32; returned only here. */
  readonly secret: string;
  /** What a QR code carries. */
  readonly uri: string;
}

/**
 * Begins to add an app that shows codes. It counts as a second factor once a code of it was right; beginning another one
 * ends what was begun.
 *
 * Refuses (400) more apps than a person needs, and (403) as `requireFreshSignIn`.
 */
export async function createAuthenticatorApp(
  ctx: Context,
  { name }: { readonly name: string },
): Promise<NewAuthenticatorApp> {
  const { personId, email } = await requireFreshSignIn(ctx);
  const secret = totpSecretOf(ctx.random(TOTP_SECRET_BYTES));
  const id = ctx.newId();
  await transact(ctx, async (ctx) => {
    await lockPerson(ctx, personId);
    const apps = await findAuthenticatorApps(ctx, { personId });
    if (apps.length >= AUTHENTICATOR_APPS_MAX) throw tooManyAuthenticatorApps();
    await insertAuthenticatorApp(ctx, { id, personId, name, secret: ctx.vault.seal(secret) });
  });
  return { id, secret, uri: totpUri({ secret, account: email }) };
}

/** 400: more apps than an old and a new phone. */
export function tooManyAuthenticatorApps(): Refusal {
  const message = `You have ${AUTHENTICATOR_APPS_MAX} authenticator apps, the most there can be; remove one first`;
  return new Refusal('too_many_authenticator_apps', 400, message);
}
