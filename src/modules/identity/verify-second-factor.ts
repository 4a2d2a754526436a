import type { Context } from '#context.ts';
import { invariant, Refusal } from '#kit/failure.ts';
import { hashSecret } from '#kit/secret.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { countAttemptOfCaller } from './count-attempt.ts';
import type { SecondFactorMethod } from './model/second-factor.ts';
import { isSessionToken } from './model/session-token.ts';
import { type OpenedSession, openSession } from './open-session.ts';
import {
  clearCodes,
  countCode,
  provesSecondFactor,
  type SecondFactorProof,
} from './prove-second-factor.ts';
import {
  consumePendingSignIn,
  type PendingSignIn,
  takeAttemptOfSignIn,
} from './store/pending-sign-ins.ts';

/** Mistyping a code some times is usual; after these the password is asked for again. */
const ATTEMPTS_OF_SIGN_IN = 5;

/** An estimate: an office behind one address. */
const PER_CALLER = { name: 'second_factor_caller', attempts: 50, windowSeconds: 900 };

/** A sign-in that waits for its second factor, and the proof of it. */
export interface SecondFactorInput {
  readonly token: string;
  readonly proof: SecondFactorProof;
}

/**
 * Finishes a sign-in by a second factor, and opens its session.
 *
 * Refuses (400) a sign-in that is unknown, used, expired or failed five times, and alike whatever is wrong, unknown or
 * used before; (429) more attempts than people make. An attempt counts before anything is checked.
 */
export async function verifySecondFactor(
  ctx: Context,
  { token, proof }: SecondFactorInput,
): Promise<OpenedSession> {
  invariant(!ctx.db.isTransaction, 'a refusal must not give an attempt back');
  await countAttemptOfCaller(ctx, PER_CALLER);
  const pending = isSessionToken(token)
    ? await takeAttemptOfSignIn(ctx, {
        tokenHash: hashSecret(token),
        attemptsMax: ATTEMPTS_OF_SIGN_IN,
      })
    : undefined;
  if (pending === undefined) throw signInNotValid();
  const { personId, accountId } = pending;
  const { method } = proof;
  if (method === 'totp') await countCode(ctx, personId);
  // What is used up stays so, also where it proves nothing.
  const opened = await transact(ctx, async (ctx) => {
    if (await provesSecondFactor(ctx, { personId, accountId, proof })) {
      return await finish(ctx, pending, method);
    }
    await recordFailure(ctx, pending, method);
    return undefined;
  });
  if (opened === undefined) throw invalidSecondFactor();
  if (method === 'totp') await clearCodes(ctx, personId);
  return opened;
}

async function finish(
  ctx: Context,
  { id, accountId, loginId }: PendingSignIn,
  secondFactor: SecondFactorMethod,
): Promise<OpenedSession> {
  if (!(await consumePendingSignIn(ctx, id))) throw signInNotValid();
  return await openSession(ctx, { accountId, loginId, wallet: undefined, secondFactor });
}

/** Whoever comes so far knows the password, which its owner should learn. */
async function recordFailure(
  ctx: Context,
  { accountId, personId, attempts }: PendingSignIn,
  method: SecondFactorMethod,
): Promise<void> {
  await recordAudit(ctx, {
    accountId,
    action: 'second_factor.refused',
    object: { kind: 'person', id: personId },
    details: { method, attemptsLeft: ATTEMPTS_OF_SIGN_IN - attempts },
  });
}

/** 400: no sign-in that a second factor could still finish, for whatever reason. */
export function signInNotValid(): Refusal {
  const message = 'This sign-in is unknown, used, expired or failed too often; start again';
  return new Refusal('sign_in_not_valid', 400, message);
}

/** 400: no second factor was proven. The same for what is wrong, unknown or was used before. */
export function invalidSecondFactor(): Refusal {
  const message =
    'This is not right or was used before; wait for the next code, or use another way';
  return new Refusal('invalid_second_factor', 400, message);
}
