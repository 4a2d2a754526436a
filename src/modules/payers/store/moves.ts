import type { Updateable } from 'kysely';
import type { Context } from '#context.ts';
import type { PayerTable } from '#platform/db/tables.generated.ts';
import type { Payer } from '../model/payer.ts';
import type { PayerAgreementStatus, PayerIdentityStatus } from '../model/status.ts';

/** What changes of a payer beside its states. */
type PayerChanges = Omit<Updateable<PayerTable>, 'identity_status' | 'agreement_status'>;

/** Where the states of a payer go. */
export interface PayerMove {
  readonly identityStatus?: PayerIdentityStatus;
  readonly agreementStatus?: PayerAgreementStatus;
  readonly changes?: PayerChanges;
}

/** Writes states where the payer is still as it was read; returns whether it was. */
export async function updatePayerRow(
  ctx: Context,
  { id, revision, checkNumber, identityStatus, agreementStatus }: Payer,
  { identityStatus: toIdentity, agreementStatus: toAgreement, changes = {} }: PayerMove,
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('payer')
    .set({
      ...changes,
      ...(toIdentity !== undefined && { identity_status: toIdentity }),
      ...(toAgreement !== undefined && { agreement_status: toAgreement }),
      updated_at: ctx.now(),
    })
    .set((expression) => ({ revision: expression('revision', '+', 1) }))
    .where('id', '=', id)
    .where('revision', '=', revision)
    .where('check_number', '=', checkNumber)
    .where('identity_status', '=', identityStatus)
    .where('agreement_status', '=', agreementStatus)
    .where('erased_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Lets a worker read the check anew, and lets nothing count that was read before. */
export async function makeDue(ctx: Context, id: string): Promise<void> {
  await ctx.db
    .updateTable('payer')
    .set((expression) => ({
      next_check_at: ctx.now(),
      tries: 0,
      revision: expression('revision', '+', 1),
    }))
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .execute();
}

/** Sets when a payer is due again, unless it was changed since it was read. */
export async function postpone(ctx: Context, payer: Payer, dueAt: Date | null): Promise<void> {
  await ctx.db
    .updateTable('payer')
    .set({ next_check_at: dueAt })
    .where('id', '=', payer.id)
    .where('revision', '=', payer.revision)
    .execute();
}
