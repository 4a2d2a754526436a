import type { Context } from '#context.ts';
import { recordDecision, type WalletDecision } from '#modules/screening/index.ts';
import { findLinksOfRequests } from '#modules/secure-payments/index.ts';
import type { HeldPayment } from './model/held-payment.ts';
import { subjectOf } from './payer-subject.ts';

/**
 * Stores on the link of a payment what vendors decided about the wallets that sent it, and reports what is news there, as where a payer asks to
 * pay. Nothing where there is no link.
 */
export async function recordJudged(
  ctx: Context,
  held: HeldPayment,
  decisions: ReadonlyMap<string, WalletDecision>,
): Promise<void> {
  const { plan, network, accountId, requestRowId } = held;
  if (plan === null || decisions.size === 0) return;
  const link = (await findLinksOfRequests(ctx, [requestRowId])).get(requestRowId);
  if (link === undefined) return;
  for (const [walletAddress, decision] of decisions) {
    await recordDecision(ctx, {
      accountId,
      securePaymentToken: link.token,
      walletAddress,
      role: 'payer',
      subject: subjectOf(held, { link, walletAddress }),
      plan,
      network,
      decision,
      watchedUntil: link.expiresAt,
    });
  }
}
