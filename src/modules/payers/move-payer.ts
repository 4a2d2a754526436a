import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { invariant } from '#kit/failure.ts';
import { recordEvent } from '#modules/events/index.ts';
import { isCompliant, type Payer } from './model/payer.ts';
import { type PayerMove, updatePayerRow } from './store/moves.ts';

/**
 * Writes what changed of a payer, with the event that reports it where a state did. Returns the payer as it is now; undefined where
 * somebody else has changed it since it was read. Needs the caller's transaction.
 */
export async function movePayer(
  ctx: Context,
  payer: Payer,
  move: PayerMove,
): Promise<Payer | undefined> {
  invariant(ctx.db.isTransaction, 'a status moves in the transaction of its event');
  if (!(await updatePayerRow(ctx, payer, move))) return undefined;
  const { identityStatus = payer.identityStatus, agreementStatus = payer.agreementStatus } = move;
  const isMoved =
    identityStatus !== payer.identityStatus || agreementStatus !== payer.agreementStatus;
  const moved = { ...payer, identityStatus, agreementStatus, revision: payer.revision + 1 };
  if (isMoved) {
    await recordEvent(ctx, {
      accountId: payer.accountId,
      clientIdId: null,
      orchestratorId: null,
      origin: null,
      securePaymentToken: null,
      payload: {
        event: 'compliance.updated',
        clientUserId: payer.clientUserId,
        kycStatus: identityStatus,
        agreementStatus,
        isCompliant: isCompliant(moved),
        timestamp: isoTime(ctx.now()),
      },
    });
  }
  return moved;
}
