import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { hashSecret } from '#kit/secret.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { type ShownSecondFactor, showSecondFactor } from './list-second-factors.ts';
import { makeRecoveryCodes, normalRecoveryCode } from './model/recovery-code.ts';
import type { FreshlySignedIn } from './require-fresh-sign-in.ts';
import { findSecondFactors, replaceCodes } from './store/second-factors.ts';
import { endSessionsWithoutSecondFactor, noteSecondFactor } from './store/sessions.ts';

/** A second factor that was just added. */
export interface AddedSecondFactor {
  readonly secondFactor: ShownSecondFactor;
  /** With the first one; shown once. */
  readonly recoveryCodes: readonly string[] | null;
}

/**
 * Records that a second factor was added, in the transaction that adds it. With the first one come recovery codes, and
 * what the password alone opened before ends, except for the calling session, which has proven it now.
 */
export async function keepSecondFactor(
  ctx: Context,
  { accountId, sessionId, personId, id }: Omit<FreshlySignedIn, 'email'> & { readonly id: string },
): Promise<AddedSecondFactor> {
  const factors = await findSecondFactors(ctx, personId);
  const added = factors.find((factor) => factor.id === id);
  invariant(added !== undefined, `the second factor ${id} was added`);
  await noteSecondFactor(ctx, sessionId);
  await recordAudit(ctx, {
    accountId,
    action: 'second_factor.added',
    object: { kind: 'second_factor', id },
    details: { kind: added.kind },
  });
  const isFirst = factors.length === 1;
  if (isFirst) await endOtherSessions(ctx, personId);
  const recoveryCodes = isFirst ? await makeCodes(ctx, personId) : null;
  return { secondFactor: showSecondFactor(added), recoveryCodes };
}

async function endOtherSessions(ctx: Context, personId: string): Promise<void> {
  for (const { id, accountId } of await endSessionsWithoutSecondFactor(ctx, personId)) {
    await recordAudit(ctx, { accountId, action: 'session.ended', object: { kind: 'session', id } });
  }
}

/** Replaces the recovery codes of a person by new ones, and returns these. */
export async function makeCodes(ctx: Context, personId: string): Promise<readonly string[]> {
  const codes = makeRecoveryCodes(ctx.random);
  const hashes = codes.map((code) => hashSecret(normalRecoveryCode(code)));
  await replaceCodes(ctx, { personId, hashes });
  return codes;
}
