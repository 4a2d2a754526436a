import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { hashSecret } from '#kit/secret.ts';
import { endOfPendingSignIn, type SecondFactorMethod } from './model/second-factor.ts';
import { makeSessionToken } from './model/session-token.ts';
import { insertPendingSignIn } from './store/pending-sign-ins.ts';
import { countRecoveryCodes, findSecondFactors } from './store/second-factors.ts';

/** A sign-in whose password was right, and its token, which is returned only here and opens nothing by itself. */
export interface OpenedPendingSignIn {
  readonly token: string;
  /** By what it can be finished. */
  readonly methods: readonly SecondFactorMethod[];
  readonly expiresAt: string;
}

/** Opens a sign-in that waits for its second factor; undefined for a person who has none. */
export async function openPendingSignIn(
  ctx: Context,
  login: { readonly accountId: string; readonly personId: string; readonly loginId: string },
): Promise<OpenedPendingSignIn | undefined> {
  const { accountId, personId, loginId } = login;
  const factors = await findSecondFactors(ctx, personId);
  if (factors.length === 0) return undefined;
  const methods = new Set<SecondFactorMethod>(factors.map(({ kind }) => kind));
  if ((await countRecoveryCodes(ctx, personId)) > 0) methods.add('recovery_code');
  const token = makeSessionToken(ctx.random);
  const now = ctx.now();
  const expiresAt = endOfPendingSignIn(now);
  await insertPendingSignIn(ctx, {
    id: ctx.newOrderedId(),
    account_id: accountId,
    person_id: personId,
    email_login_id: loginId,
    token_hash: hashSecret(token),
    created_at: now,
    expires_at: expiresAt,
  });
  return { token, methods: [...methods], expiresAt: isoTime(expiresAt) };
}
