import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { next } from '#kit/machine.ts';
import { recordRejection, type ScreenedWallet } from '#modules/screening/index.ts';
import { transact } from '#platform/db/transact.ts';
import { securePaymentMachine } from './model/status.ts';
import { moveStatuses } from './store/links.ts';
import { insertSecurePayment, type NewSecurePayment } from './store/new-links.ts';

/** Adds a payout whose recipient is on a list of sanctioned addresses, with its end and its report in one transaction. */
export async function insertRejected(
  ctx: Context,
  added: NewSecurePayment,
  { walletAddress, evaluatedAt }: ScreenedWallet,
): Promise<void> {
  const { link } = added;
  const { actor } = ctx;
  const to = next(securePaymentMachine, 'pending', 'screening_rejected');
  invariant(to !== undefined, 'a pending link can be refused');
  await transact(ctx, async (ctx) => {
    await insertSecurePayment(ctx, added);
    const move = { token: link.token, from: 'pending', to } as const;
    const moved = await moveStatuses(ctx, [{ ...move, completedAt: null, settledLate: false }]);
    invariant(moved === 1, 'nobody else knows of a link that is being added');
    await recordRejection(ctx, {
      role: 'recipient',
      accountId: link.account_id,
      securePaymentToken: link.token,
      walletAddress,
      walletType: 'eoa',
      parentWalletAddress: null,
      eoaAddress: walletAddress,
      smartAccountAddress: null,
      evaluatedAt,
      clientIdId: link.client_id_id ?? null,
      clientId: 'clientId' in actor ? actor.clientId : null,
      orchestratorId: link.orchestrator_id ?? null,
      origin: link.origin ?? null,
    });
  });
}
