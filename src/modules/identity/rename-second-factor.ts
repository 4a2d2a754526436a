import type { Context } from '#context.ts';
import { invariant, Refusal } from '#kit/failure.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { type ShownSecondFactor, showSecondFactor } from './list-second-factors.ts';
import { sessionOfActor } from './session-of-actor.ts';
import { findSecondFactors, updateFactorName } from './store/second-factors.ts';

/** Gives a second factor of the caller another name. Refuses (404) what is none of theirs. */
export async function renameSecondFactor(
  ctx: Context,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<ShownSecondFactor> {
  const { accountId, personId } = sessionOfActor(ctx);
  return await transact(ctx, async (ctx) => {
    if (!(await updateFactorName(ctx, { personId, id, name }))) throw secondFactorNotFound();
    await recordAudit(ctx, {
      accountId,
      action: 'second_factor.renamed',
      object: { kind: 'second_factor', id },
    });
    const renamed = (await findSecondFactors(ctx, personId)).find((factor) => factor.id === id);
    invariant(renamed !== undefined, `the second factor ${id} was renamed`);
    return showSecondFactor(renamed);
  });
}

/** 404: no second factor of this person, whether or not it is somebody else's. */
export function secondFactorNotFound(): Refusal {
  return new Refusal('second_factor_not_found', 404, 'Second factor not found');
}
