import { currencyById } from '#catalog/currencies.ts';
import { writtenHash } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { printAmount } from '#kit/amount.ts';
import { isoTime } from '#kit/clock.ts';
import { invariant } from '#kit/failure.ts';
import { recordAccessRejected } from '#modules/compliance/index.ts';
import { recordEvents } from '#modules/events/index.ts';
import { recordRejection } from '#modules/screening/index.ts';
import { isOverrideSetter } from '#modules/screening-overrides/index.ts';
import { findLinksOfRequests, type SettlingLink } from '#modules/secure-payments/index.ts';
import type { HeldPayment } from './model/held-payment.ts';
import { subjectOf } from './payer-subject.ts';

/**
 * Reports payments whose payer was refused, in the transaction that refuses them: in the feed, and of a link by the webhooks that report a
 * refused wallet where it asks to pay.
 */
export async function recordHeld(ctx: Context, held: readonly HeldPayment[]): Promise<void> {
  const links = await findLinksOfRequests(
    ctx,
    held.map(({ requestRowId }) => requestRowId),
  );
  await recordEvents(
    ctx,
    held.map((one) => draftOf(ctx, one, links.get(one.requestRowId))),
  );
  for (const one of held) {
    const link = links.get(one.requestRowId);
    if (link !== undefined && one.wallet !== null) await recordWallet(ctx, one, link);
  }
}

function draftOf(ctx: Context, one: HeldPayment, link: SettlingLink | undefined) {
  const currency = currencyById(one.currencyId);
  invariant(currency !== undefined && one.reason !== null, 'what is refused has a reason');
  const { senders } = one;
  return {
    accountId: one.accountId,
    securePaymentToken: link?.token ?? null,
    clientIdId: link?.clientIdId ?? null,
    orchestratorId: link?.orchestratorId ?? null,
    origin: link?.origin ?? null,
    payload: {
      event: 'payment.held',
      heldPaymentId: one.transferId,
      requestId: one.requestId,
      paymentReference: one.paymentReference,
      txHash: writtenHash(one.network, one.transactionHash),
      network: one.network,
      paymentCurrency: currency.symbol,
      receivedAmount: printAmount(one.tokenUnits, currency.decimals),
      payerAddress: senders.isBridged ? senders.bridgeSender : senders.payerAddress,
      payerDecision: { status: 'rejected', reasonCode: one.reason, walletAddress: one.wallet },
      ...(link !== undefined && { securePaymentToken: link.token }),
      timestamp: isoTime(ctx.now()),
    },
  } as const;
}

/** What the client ID of a link is sent of a wallet that may not pay, once as there. */
async function recordWallet(ctx: Context, held: HeldPayment, link: SettlingLink): Promise<void> {
  const { accountId, requestId, wallet, reason, provider } = held;
  const byHand = provider !== null && isOverrideSetter(provider) ? provider : undefined;
  // What a vendor said was reported with its decision.
  if (wallet === null || (provider !== null && byHand === undefined)) return;
  const { token: securePaymentToken, clientIdId, clientId, orchestratorId, origin } = link;
  const maker = { clientIdId, clientId, orchestratorId, origin };
  const about = { accountId, securePaymentToken, walletAddress: wallet };
  if (reason === 'wallet_not_allowed') {
    await recordAccessRejected(ctx, { ...about, ...maker, requestId });
    return;
  }
  await recordRejection(ctx, {
    ...about,
    role: 'payer',
    subject: subjectOf(held, { link, walletAddress: wallet }),
    evaluatedAt: ctx.now(),
    ...(byHand && { provider: byHand }),
  });
}
