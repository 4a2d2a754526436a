import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { makeCodes } from './keep-second-factor.ts';
import { requireFreshSignIn } from './require-fresh-sign-in.ts';
import { findSecondFactors, lockPerson } from './store/second-factors.ts';

/**
 * Makes new recovery codes for the caller, which are returned only here; the earlier ones are worth nothing from now on.
 *
 * Refuses (400) somebody without a second factor, and (403) as `requireFreshSignIn`.
 */
export async function replaceRecoveryCodes(
  ctx: Context,
): Promise<{ readonly recoveryCodes: readonly string[] }> {
  const { accountId, personId } = await requireFreshSignIn(ctx);
  return await transact(ctx, async (ctx) => {
    await lockPerson(ctx, personId);
    if ((await findSecondFactors(ctx, personId)).length === 0) throw noSecondFactor();
    const recoveryCodes = await makeCodes(ctx, personId);
    await recordAudit(ctx, {
      accountId,
      action: 'recovery_codes.replaced',
      object: { kind: 'person', id: personId },
    });
    return { recoveryCodes };
  });
}

/** 400: recovery codes stand in for a second factor, and there is none. */
export function noSecondFactor(): Refusal {
  const message = 'You have no second factor; recovery codes come with the first one';
  return new Refusal('no_second_factor', 400, message);
}
