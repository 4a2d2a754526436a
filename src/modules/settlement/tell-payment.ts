import { currencyById } from '#catalog/currencies.ts';
import { isNetworkId, NETWORKS } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { type PaymentPayload, paymentPayload, recordEvent } from '#modules/events/index.ts';
import type { Accounted } from '#modules/requests/index.ts';
import type { SettlingLink } from '#modules/secure-payments/index.ts';

/** A payment that was added or taken back, and what is to be said of it. */
export interface PaymentNews {
  readonly event: PaymentPayload['event'];
  readonly accounted: Accounted;
  readonly link: SettlingLink | undefined;
}

/** Records the event of a payment in the transaction that changed the books. */
export async function tellPayment(ctx: Context, news: PaymentNews): Promise<void> {
  const { accounted, link } = news;
  const { request, payment, standing } = accounted;
  const currency = currencyById(request.currencyId);
  invariant(isNetworkId(request.network) && currency !== undefined, 'a request is in our catalog');
  await recordEvent(ctx, {
    accountId: request.accountId,
    securePaymentToken: link?.token ?? null,
    clientIdId: link?.clientIdId ?? null,
    orchestratorId: link?.orchestratorId ?? null,
    origin: link?.origin ?? null,
    payload: paymentPayload({
      event: news.event,
      requestId: request.requestId,
      paymentReference: request.paymentReference,
      network: NETWORKS[request.network],
      currency,
      amountUnits: payment.amountUnits,
      totalPaidUnits: standing.paidUnits,
      expectedUnits: standing.expectedUnits,
      at: ctx.now(),
      transactionHash: payment.transactionHash,
      payerAddress: payment.payerAddress,
      feeUnits: payment.feeUnits,
      late: payment.late,
      link,
    }),
  });
}
