import { currencyById } from '#catalog/currencies.ts';
import { isNetworkId, NETWORKS } from '#catalog/networks.ts';
import { invoiceDecimals } from '#catalog/request-units.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { destinationIdOf } from '#modules/destinations/index.ts';
import {
  type EventDraft,
  type PaymentPayload,
  payloadOf,
  recordEvents,
} from '#modules/events/index.ts';
import type { PaymentMilestones } from '#modules/ledger/index.ts';
import type { Accounted } from '#modules/requests/index.ts';
import type { SettlingLink } from '#modules/secure-payments/index.ts';

/** A payment that was added or undone, and the data of its event. */
export interface PaymentNews {
  readonly event: PaymentPayload['event'];
  readonly accounted: Accounted;
  readonly link: SettlingLink | undefined;
  /** How far its transfer got. */
  readonly milestones: PaymentMilestones;
  /** Whether it was credited by one node alone, and not yet checked with another. */
  readonly isSingle?: boolean;
  /** The payout to a bank that it was confirmed by; left out where the chain alone decides. */
  readonly offRampId?: string;
  /** What was decided about its payer after it was seen; undefined where nothing was. */
  readonly payerDecision?: 'approved' | 'released' | undefined;
}

/**
 * Records the events of payments in the transaction that changed the ledger, in their order. A fee that was
 * paid by itself has no event: it is part of the event of its payment. Of a request that is paid out to a bank the bank decides when it
 * is paid, so that its payments on the chain are reported only where they are undone.
 */
export async function recordPaymentEvents(
  ctx: Context,
  news: readonly PaymentNews[],
): Promise<void> {
  const reported = news.filter(isReported);
  await recordEvents(
    ctx,
    reported.map((one) => draftOf(ctx, one)),
  );
}

function isReported({ accounted: { request }, event, offRampId }: PaymentNews): boolean {
  if (request.isFee) return false;
  return !request.isPaidOut || offRampId !== undefined || event === 'payment.reverted';
}

function draftOf(ctx: Context, news: PaymentNews): EventDraft {
  const { accounted, link } = news;
  const { request, payment, totals, ownFees } = accounted;
  const currency = currencyById(request.currencyId);
  invariant(isNetworkId(request.network) && currency !== undefined, 'a request is in our catalog');
  const creator = link ?? { ...request.attribution, token: null };
  const symbol = request.invoiceCurrencyId ?? currency.symbol;
  const isConverted = request.kind === 'conversion';
  return {
    accountId: request.accountId,
    securePaymentToken: creator.token,
    clientIdId: creator.clientIdId,
    orchestratorId: creator.orchestratorId,
    origin: creator.origin,
    customerInfo: request.customerInfo,
    payload: payloadOf({
      event: news.event,
      requestId: request.requestId,
      paymentReference: request.paymentReference,
      network: NETWORKS[request.network],
      currency,
      invoiceCurrency: { symbol, decimals: invoiceDecimals(request.kind, currency) },
      convertedUnits: isConverted ? payment.tokenUnits : undefined,
      amountUnits: payment.amountUnits,
      totalPaidUnits: totals.paidUnits,
      expectedUnits: totals.expectedUnits,
      at: ctx.now(),
      transactionHash: payment.transactionHash,
      // Of a bridge the depositor is the word of whoever filled, until the deposit was found.
      payerAddress: payment.isBridged ? payment.bridgeSender : payment.payerAddress,
      payerEoaAddress: payment.payerEoaAddress,
      isBridged: payment.isBridged,
      payeeAddress: request.payeeAddress,
      destinationId: destinationIdOf(currency, request.payeeAddress),
      flow: creator.flow,
      createdBy: request.createdBy,
      receivedUnits: payment.tokenUnits,
      feeUnits: payment.slotFeeUnits,
      feeType: request.feeType,
      ownFees,
      late: payment.late,
      agreement: news.isSingle === true ? 'single' : undefined,
      payerDecision: news.payerDecision,
      milestones: news.milestones,
      link: creator,
      recurringPayoutId: request.attribution.recurringPayoutId,
      offRampId: news.offRampId,
    }),
  };
}
