import { invoiceCurrencyOf } from '#catalog/request-units.ts';
import type { Context } from '#context.ts';
import { printAmount } from '#kit/amount.ts';
import { isoTime } from '#kit/clock.ts';
import { mayActAs } from '#kit/role.ts';
import { outstandingFeeOf, skippedFeeOf } from '#modules/events/index.ts';
import { readAtOnce } from '#platform/db/transact.ts';
import { convertedAmounts, showsMarketRate } from './model/converted-amounts.ts';
import { customerOf, FEE_PROVIDER, wirePayment, wireSeenPayment } from './model/shown-payment.ts';
import { hasBeenPaid, payeeOf, type ShownRequest, wireStatus } from './model/shown-request.ts';
import { wireFeeType } from './model/wire-fee-type.ts';
import { readMarketRate } from './read-market-rate.ts';
import { openOwnRequest, readScope } from './read-scope.ts';
import { findDueFees, findPaidFees, type PaidFee } from './store/fee-components.ts';
import { findSeries, type SeriesRow } from './store/recurrences.ts';
import { findCustomer } from './store/shown.ts';
import { findPayments, findSeenPayments } from './store/shown-payments.ts';
import { findSkippedFees } from './store/skipped-fees.ts';

/** More payments of one request are not shown; the list of payments pages through all of them. */
const PAYMENTS_MAX = 100;

/**
 * A request of the caller's account with its payments. Reads the price feeds alone, for a conversion.
 * Refuses (404) a request that is unknown or another account's.
 */
export async function viewRequest(ctx: Context, asked: { readonly requestId: string }) {
  const { accountId, isPublic } = readScope(ctx);
  // At one moment: a payment that is just being confirmed must not stand in both lists, or in none.
  const { request, found, seen, paidFees, unpaidFees, customer, series } = await readAtOnce(
    ctx,
    async (ctx) => {
      const request = await openOwnRequest(ctx, asked.requestId);
      const filter = { accountId, requestRowId: request.id };
      const page = { limit: PAYMENTS_MAX, offset: 0 };
      return {
        request,
        found: await findPayments(ctx, filter, page),
        seen: await findSeenPayments(ctx, { ...filter, limit: PAYMENTS_MAX }),
        paidFees: (await findPaidFees(ctx, [request.id])).get(request.id) ?? [],
        unpaidFees: await findUnpaidFees(ctx, request),
        customer: isPublic ? null : await findCustomer(ctx, request.id),
        series: await findSeries(ctx, request.id),
      };
    },
  );
  const { payments, total } = found;
  const invoiceCurrency = invoiceCurrencyOf({ ...request, ...invoiceOf(request) });
  const market = showsMarketRate(request, payments)
    ? await readMarketRate(ctx, request)
    : undefined;
  const isPaid = hasBeenPaid(request);
  return {
    hasBeenPaid: isPaid,
    paymentReference: request.paymentReference,
    requestId: request.requestId,
    payee: payeeOf(request, isPublic),
    isListening: !isPaid,
    txHash: request.paidTransactionHash,
    ...(request.originalRequestId !== null && { originalRequestId: request.originalRequestId }),
    ...(request.originalRequestPaymentReference !== null && {
      originalRequestPaymentReference: request.originalRequestPaymentReference,
    }),
    status: wireStatus(request),
    isCryptoToFiatAvailable: request.payout !== undefined,
    ...bankPayoutOf(ctx, request),
    payments: payments.map((payment) => wirePayment(payment, { customers: !isPublic })),
    paymentsTotal: total,
    pendingPayments: seen.map((payment) => wireSeenPayment(payment, invoiceCurrency)),
    ...wireRecurrence(request, series),
    customerInfo: customerOf(customer),
    reference: request.reference,
    requestAmount: printAmount(request.expectedUnits, invoiceCurrency.decimals),
    invoiceCurrency: invoiceCurrency.symbol,
    paymentCurrency: invoiceCurrency.tokenSymbol,
    ...convertedAmounts(request, payments, market),
    fees: feesOf(request, paidFees),
    ...unpaidFees,
  };
}

/** Whose bank account it goes to, for those who may see payers. */
function bankPayoutOf({ actor }: Context, { payout, network, currencyId }: ShownRequest) {
  const maySeePayers =
    actor.kind === 'api_key' || (actor.kind === 'session' && mayActAs(actor.role, 'finance'));
  if (payout === undefined || !maySeePayers) return {};
  const { clientUserId, paymentDetailsId } = payout;
  const paymentCurrencyId = currencyId;
  return { bankPayout: { clientUserId, paymentDetailsId, network, paymentCurrencyId } };
}

/** How a request comes again; one that was made of another shows only whether that goes on. */
function wireRecurrence(request: ShownRequest, series: SeriesRow | undefined) {
  if (series === undefined) return { isRecurrenceStopped: request.recurrenceStopped };
  const { startAt, frequency, dueAt, stopReason } = series;
  return {
    isRecurrenceStopped: dueAt === null,
    ...(series.requestRowId === request.id && {
      recurrence: {
        startDate: isoTime(startAt),
        frequency,
        nextDate: dueAt === null ? null : isoTime(dueAt),
        ...(stopReason !== null && { stopReason }),
      },
    }),
  };
}

/** The fees that a paid request was paid without; each list only where it has any. */
async function findUnpaidFees(ctx: Context, request: ShownRequest) {
  if (request.status !== 'paid') return {};
  const ids = [request.id];
  const outstanding = (await findDueFees(ctx, ids, { isPaidWhenSeen: true })).get(request.id);
  const skipped = (await findSkippedFees(ctx, ids)).get(request.id);
  const invoiceCurrency = invoiceCurrencyOf({ ...request, ...invoiceOf(request) });
  return {
    ...(outstanding && {
      outstandingFees: outstanding.map((fee) => outstandingFeeOf(fee, invoiceCurrency)),
    }),
    ...(skipped && { skippedFees: [skippedFeeOf(skipped, invoiceCurrency)] }),
  };
}

/** What the invoice of a request is in, where that is not what is paid. */
export function invoiceOf({ conversion }: Pick<ShownRequest, 'conversion'>) {
  return { invoiceCurrencyId: conversion?.invoiceCurrencyId ?? null };
}

function feesOf(request: ShownRequest, paidFees: readonly PaidFee[]) {
  const { decimals, symbol } = invoiceCurrencyOf({ ...request, ...invoiceOf(request) });
  return paidFees.map(({ feeType, units }) => ({
    type: wireFeeType(feeType),
    provider: FEE_PROVIDER,
    amount: printAmount(units, decimals),
    currency: symbol,
  }));
}
