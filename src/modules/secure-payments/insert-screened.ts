import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { next } from '#kit/machine.ts';
import { type LinkWallet, recordDecision, recordRejection } from '#modules/screening/index.ts';
import { transact } from '#platform/db/transact.ts';
import { securePaymentMachine } from './model/status.ts';
import type { ScreenedRecipient } from './screen-recipient.ts';
import { moveStatuses } from './store/links.ts';
import { insertSecurePayment, type NewSecurePayment } from './store/new-links.ts';

/** Adds a payout whose recipient was screened, with the report of it and, where it was rejected, its end: in one transaction. */
export async function insertScreened(
  ctx: Context,
  added: NewSecurePayment,
  { walletAddress, evaluatedAt, provider, decided }: ScreenedRecipient,
): Promise<void> {
  const { link } = added;
  const wallet = recipientOf(ctx, added, walletAddress);
  await transact(ctx, async (ctx) => {
    await insertSecurePayment(ctx, added);
    if (decided?.decision.decision !== 'approved') await fail(ctx, link.token);
    if (decided === null) {
      await recordRejection(ctx, { ...wallet, evaluatedAt, ...(provider && { provider }) });
      return;
    }
    const { plan, network, decision } = decided;
    const watchedUntil = new Date(link.expires_at);
    await recordDecision(ctx, { ...wallet, plan, network: network.id, decision, watchedUntil });
  });
}

async function fail(ctx: Context, token: string): Promise<void> {
  const to = next(securePaymentMachine, 'pending', 'screening_rejected');
  invariant(to !== undefined, 'a pending link can be refused');
  const move = { token, from: 'pending', to } as const;
  const moved = await moveStatuses(ctx, [{ ...move, completedAt: null, settledLate: false }]);
  invariant(moved === 1, 'nobody else knows of a link that is being added');
}

function recipientOf(
  { actor }: Context,
  { link }: NewSecurePayment,
  walletAddress: string,
): LinkWallet {
  return {
    role: 'recipient',
    accountId: link.account_id,
    securePaymentToken: link.token,
    walletAddress,
    subject: {
      walletType: 'eoa',
      parentWalletAddress: null,
      eoaAddress: walletAddress,
      smartAccountAddress: null,
      clientIdId: link.client_id_id ?? null,
      clientId: 'clientId' in actor ? actor.clientId : null,
      orchestratorId: link.orchestrator_id ?? null,
      origin: link.origin ?? null,
    },
  };
}
