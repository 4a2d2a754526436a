import { currencyById } from '#catalog/currencies.ts';
import { isNetworkId, NETWORKS } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { type PaymentPayload, paymentPayload, recordEvent } from '#modules/events/index.ts';
import { type Accounted, bookDecimals, type PaymentMarks } from '#modules/requests/index.ts';
import type { SettlingLink } from '#modules/secure-payments/index.ts';

/** A payment that was added or taken back, and what is to be said of it. */
export interface PaymentNews {
  readonly event: PaymentPayload['event'];
  readonly accounted: Accounted;
  readonly link: SettlingLink | undefined;
  /** How far its transfer got. */
  readonly marks: PaymentMarks;
}

/**
 * Records the event of a payment in the transaction that changed the books. A fee that was paid by
 * itself is told of nowhere: it is part of what its payment tells.
 */
export async function tellPayment(ctx: Context, news: PaymentNews): Promise<void> {
  const { accounted, link } = news;
  const { request, payment, standing } = accounted;
  if (request.isFee) return;
  const currency = currencyById(request.currencyId);
  invariant(isNetworkId(request.network) && currency !== undefined, 'a request is in our catalog');
  const creator = link ?? { ...request.story, token: null };
  const symbol = request.invoiceCurrencyId ?? currency.symbol;
  const isConverted = request.kind === 'conversion';
  await recordEvent(ctx, {
    accountId: request.accountId,
    securePaymentToken: creator.token,
    clientIdId: creator.clientIdId,
    orchestratorId: creator.orchestratorId,
    origin: creator.origin,
    payload: paymentPayload({
      event: news.event,
      requestId: request.requestId,
      paymentReference: request.paymentReference,
      network: NETWORKS[request.network],
      currency,
      books: { symbol, decimals: bookDecimals(request.kind, currency) },
      convertedUnits: isConverted ? payment.tokenUnits : undefined,
      amountUnits: payment.amountUnits,
      totalPaidUnits: standing.paidUnits,
      expectedUnits: standing.expectedUnits,
      at: ctx.now(),
      transactionHash: payment.transactionHash,
      payerAddress: payment.payerAddress,
      feeUnits: payment.feeUnits,
      late: payment.late,
      marks: news.marks,
      link: creator,
    }),
  });
}
