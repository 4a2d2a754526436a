import { accountOf, type Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { next } from '#kit/machine.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { payerAgreementMachine } from './model/status.ts';
import { movePayer } from './move-payer.ts';
import { lockPayer } from './store/payers.ts';
import { payerNotFound } from './view-payer.ts';

interface UpdatePayerInput {
  readonly clientUserId: string;
  readonly agreementCompleted: boolean;
}

/** Keeps whether a payer has agreed, as its platform reports it. The same again changes nothing. Refuses (404) an unknown payer. */
export async function updatePayer(
  ctx: Context,
  { clientUserId, agreementCompleted }: UpdatePayerInput,
): Promise<{ success: true }> {
  const accountId = accountOf(ctx);
  await transact(ctx, async (ctx) => {
    const payer = await lockPayer(ctx, { accountId, clientUserId });
    if (payer === undefined) throw payerNotFound(clientUserId);
    const event = agreementCompleted ? 'was_agreed' : 'was_declined';
    const agreementStatus = next(payerAgreementMachine, payer.agreementStatus, event);
    if (agreementStatus === undefined) return;
    const moved = await movePayer(ctx, payer, { agreementStatus });
    invariant(moved !== undefined, 'nobody else changes a payer that is locked');
    const object = { kind: 'payer', id: payer.id };
    const details = { agreementStatus };
    await recordAudit(ctx, { accountId, action: 'payer.agreement_changed', object, details });
  });
  return { success: true };
}
