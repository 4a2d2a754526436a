import { currencyById, fiatByCode } from '#catalog/currencies.ts';
import type { Context } from '#context.ts';
import type { PaymentFilters, PaymentQuery } from './model/payment-query.ts';
import { wirePayment } from './model/shown-payment.ts';
import { readWalletFilter } from './model/wallet-filter.ts';
import { checkNotPublic, readScope } from './read-scope.ts';
import type { PaymentFilter } from './store/payment-filter.ts';
import { findPayments } from './store/shown-payments.ts';

/**
 * A page of the payments of the caller's account that stand and meet every filter, newest first; of
 * a client ID those for what was made with it. Refuses (400) a wallet that is none, and (403) a public client
 * ID in production.
 */
export async function listPayments(ctx: Context, query: PaymentQuery, walletField?: string) {
  checkNotPublic(ctx);
  const { limit, offset } = query;
  const { isPublic, accountId, clientIdId } = readScope(ctx);
  const filter = filterOf(query, { accountId, clientIdId, walletField });
  const none = { total: 0, payments: [] };
  const { total, payments } =
    filter === undefined ? none : await findPayments(ctx, filter, { limit, offset });
  return {
    payments: payments.map((payment) => wirePayment(payment, { customers: !isPublic })),
    pagination: { total, limit, offset, hasMore: offset + payments.length < total },
  };
}

interface FilterScope extends Pick<PaymentFilter, 'accountId' | 'clientIdId'> {
  /** What the query calls the wallet; `walletAddress` where it is left out. */
  readonly walletField?: string | undefined;
}

/** The filter; undefined where nothing can match. */
export function filterOf(
  query: PaymentFilters,
  { walletField, ...scope }: FilterScope,
): PaymentFilter | undefined {
  const walletAddress = readWalletFilter(query.walletAddress, walletField);
  const invoice = invoiceFilter(query.invoiceCurrency);
  const { paymentCurrency } = query;
  const paid = paymentCurrency === undefined ? {} : { paymentCurrency: idOf(paymentCurrency) };
  if (invoice.moved !== undefined && paid.paymentCurrency !== undefined) {
    if (invoice.moved !== paid.paymentCurrency) return undefined;
  }
  const isCrosschain = query.type === undefined ? undefined : query.type === 'crosschain';
  const isRecurring = query.type === undefined ? undefined : query.type === 'recurring';
  const isConversion =
    query.type === undefined || isCrosschain === true
      ? invoice.isConversion
      : query.type === 'conversion';
  if (invoice.isConversion !== undefined && invoice.isConversion !== isConversion) return undefined;
  return {
    ...scope,
    transactionHash: query.txHash,
    walletAddress,
    paymentReference: referenceIn(query.paymentReference),
    requestId: query.requestId,
    reference: query.reference,
    isConversion,
    isCrosschain,
    isRecurring: isCrosschain === true ? undefined : isRecurring,
    invoicedIn: invoice.invoicedIn,
    paymentCurrency: paid.paymentCurrency ?? invoice.moved,
    from: query.fromDate,
    to: query.toDate,
  };
}

/** A payment reference as it is kept; tools of the chain write it without `0x`, or in capitals. */
function referenceIn(text: string | undefined): string | undefined {
  return text?.toLowerCase().replace(/^(?!0x)/, '0x');
}

/** An invoice in fiat was converted; one in a token or coin was paid in just that. */
function invoiceFilter(text: string | undefined): {
  readonly isConversion?: boolean;
  readonly invoicedIn?: string;
  readonly moved?: string;
} {
  if (text === undefined) return {};
  return fiatByCode(text) === undefined
    ? { isConversion: false, moved: idOf(text) }
    : { isConversion: true, invoicedIn: text };
}

/** The listed id of a currency; what is not listed was never paid. */
function idOf(text: string): string {
  return currencyById(text)?.id ?? text;
}
