import type { Context } from '#context.ts';
import { hashSecret } from '#kit/secret.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { type PasskeyAssertion, readCountOfPasskey } from './check-passkey.ts';
import { stepOfCode } from './check-totp-code.ts';
import { countAttempt } from './count-attempt.ts';
import { normalRecoveryCode } from './model/recovery-code.ts';
import { consumePasskeyChallenge } from './store/passkey-challenges.ts';
import {
  countRecoveryCodes,
  findAuthenticatorApps,
  findPasskeys,
  type StoredAuthenticatorApp,
  usePasskey,
  useRecoveryCode,
  useTotpStep,
} from './store/second-factors.ts';

/**
 * Codes of six digits can be guessed: with two apps, and three steps that are right, this is one guess of six in a
 * million ten times in a quarter of an hour, and a hundred times a day. Passkeys and recovery codes cannot, so they still work
 * while somebody who knows the password uses these up.
 */
const CODES_OF_PERSON = { name: 'totp_person', attempts: 10, windowSeconds: 900 };
const CODES_OF_DAY = { name: 'totp_person_day', attempts: 100, windowSeconds: 86_400 };

/** What somebody answers to prove the second factor. */
export type SecondFactorProof =
  | { readonly method: 'totp' | 'recovery_code'; readonly code: string }
  | {
      readonly method: 'passkey';
      readonly challengeId: string;
      readonly response: PasskeyAssertion;
    };

interface ProofInput {
  readonly personId: string;
  /** In whose log a used recovery code stands. */
  readonly accountId: string;
  readonly proof: SecondFactorProof;
}

/** Whether this proves a second factor of a person, and uses it up; false for whatever is wrong, unknown or was used before. */
export async function provesSecondFactor(
  ctx: Context,
  { personId, accountId, proof }: ProofInput,
): Promise<boolean> {
  switch (proof.method) {
    case 'totp':
      return await provesByCode(ctx, personId, proof.code);
    case 'passkey':
      return await provesByPasskey(ctx, personId, proof);
    case 'recovery_code':
      return await provesByRecoveryCode(ctx, { personId, accountId, code: proof.code });
  }
}

async function provesByCode(ctx: Context, personId: string, code: string): Promise<boolean> {
  const apps = await findAuthenticatorApps(ctx, { personId });
  const matching = matchingApp(ctx, apps, code);
  return matching !== undefined && (await useTotpStep(ctx, { ...matching, activates: false }));
}

/** Counts one code of an app of a person, before it is checked. Refuses (429) more than people type. */
export async function countCode(ctx: Context, personId: string): Promise<void> {
  await countAttempt(ctx, CODES_OF_PERSON, personId);
  await countAttempt(ctx, CODES_OF_DAY, personId);
}

/** A code was right: those that were mistyped before count no more in this quarter of an hour. */
export async function clearCodes(ctx: Context, personId: string): Promise<void> {
  await ctx.throttle.clear(CODES_OF_PERSON, personId);
}

/** Which of these apps shows this code, and in which time step. */
export function matchingApp(
  ctx: Context,
  apps: readonly StoredAuthenticatorApp[],
  code: string,
): { readonly id: string; readonly step: number } | undefined {
  for (const { id, secret, lastUsedStep } of apps) {
    const now = ctx.now();
    const step = stepOfCode({ secret: ctx.vault.open(secret), code, now, lastUsedStep });
    if (step !== undefined) return { id, step };
  }
  return undefined;
}

async function provesByPasskey(
  ctx: Context,
  personId: string,
  { challengeId, response: answer }: Extract<SecondFactorProof, { readonly method: 'passkey' }>,
): Promise<boolean> {
  const wanted = { id: challengeId, personId, purpose: 'sign_in' } as const;
  const challenge = await consumePasskeyChallenge(ctx, wanted);
  if (challenge === undefined) return false;
  const credentialId = Buffer.from(answer.id, 'base64url');
  const passkeys = await findPasskeys(ctx, personId);
  const passkey = passkeys.find((known) => known.credentialId.equals(credentialId));
  if (passkey === undefined) return false;
  const counter = await readCountOfPasskey(ctx, { challenge, answer, passkey });
  if (counter === undefined) return false;
  return await usePasskey(ctx, { id: passkey.id, before: passkey.counter, counter });
}

async function provesByRecoveryCode(
  ctx: Context,
  {
    personId,
    accountId,
    code,
  }: { readonly personId: string; readonly accountId: string; readonly code: string },
): Promise<boolean> {
  const hash = hashSecret(normalRecoveryCode(code));
  if (!(await useRecoveryCode(ctx, { personId, hash }))) return false;
  await recordAudit(ctx, {
    accountId,
    action: 'recovery_code.used',
    object: { kind: 'person', id: personId },
    details: { left: await countRecoveryCodes(ctx, personId) },
  });
  return true;
}
