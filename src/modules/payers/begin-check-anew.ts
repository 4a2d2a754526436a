import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { next } from '#kit/machine.ts';
import type { IdentityLevel } from '#providers/identity-provider.ts';
import { CHECK_LEASE_MS } from './model/next-check.ts';
import type { Payer } from './model/payer.ts';
import { payerIdentityMachine } from './model/status.ts';
import { movePayer } from './move-payer.ts';
import { checkPageColumns } from './store/payers.ts';

/** Who checks a payer, and as what. */
interface CheckTerms {
  readonly beneficiaryType: IdentityLevel;
  readonly identityProvider: string;
}

/**
 * Puts another check in the place of the one that a payer has: what is said of that is not taken any more. Nobody is asked yet. Needs the
 * transaction that has locked the payer.
 */
export async function beginCheckAnew(
  ctx: Context,
  payer: Payer,
  { beneficiaryType, identityProvider }: CheckTerms,
): Promise<Payer> {
  const changes = {
    beneficiary_type: beneficiaryType,
    identity_provider: identityProvider,
    check_number: payer.checkNumber + 1,
    check_reference: null,
    ...checkPageColumns(null),
    check_expires_at: null,
    check_started_at: null,
    check_decided_at: null,
    tries: 0,
    next_check_at: new Date(ctx.now().getTime() + CHECK_LEASE_MS),
  };
  const identityStatus = next(payerIdentityMachine, payer.identityStatus, 'begins_anew');
  const move = { changes, ...(identityStatus && { identityStatus }) };
  const moved = await movePayer(ctx, payer, move);
  invariant(moved !== undefined, 'nobody else changes a payer that is locked');
  return {
    ...moved,
    beneficiaryType,
    identityProvider,
    checkNumber: changes.check_number,
    checkReference: null,
    checkPage: null,
    checkExpiresAt: null,
    checkStartedAt: null,
    checkDecidedAt: null,
    tries: 0,
  };
}
