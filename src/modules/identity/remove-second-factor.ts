import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { secondFactorNotFound } from './rename-second-factor.ts';
import { requireFreshSignIn } from './require-fresh-sign-in.ts';
import {
  deleteFactors,
  findSecondFactors,
  lockPerson,
  replaceCodes,
} from './store/second-factors.ts';

/**
 * Removes a second factor of the caller; recovery codes go with the last one.
 *
 * Refuses (404) what is none of theirs, (409) the last one where the installation requires one, and (403) as
 * `requireFreshSignIn`.
 */
export async function removeSecondFactor(
  ctx: Context,
  { id }: { readonly id: string },
): Promise<{ readonly success: true }> {
  const { accountId, personId } = await requireFreshSignIn(ctx);
  await transact(ctx, async (ctx) => {
    await lockPerson(ctx, personId);
    const factors = await findSecondFactors(ctx, personId);
    const removed = factors.find((factor) => factor.id === id);
    if (removed === undefined) throw secondFactorNotFound();
    const isLast = factors.length === 1;
    if (isLast && ctx.settings.secondFactor === 'required') throw lastSecondFactor();
    await deleteFactors(ctx, { personId, id });
    if (isLast) await replaceCodes(ctx, { personId, hashes: [] });
    await recordAudit(ctx, {
      accountId,
      action: 'second_factor.removed',
      object: { kind: 'second_factor', id },
      details: { kind: removed.kind, left: factors.length - 1 },
    });
  });
  return { success: true };
}

/** 409: the installation requires a second factor. */
export function lastSecondFactor(): Refusal {
  const message =
    'This installation requires a second factor: add another one before you remove the last';
  return new Refusal('last_second_factor', 409, message);
}
