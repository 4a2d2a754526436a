import { type Currency, currencyById, fiatByCode } from '#catalog/currencies.ts';
import { invariant } from '#kit/failure.ts';
import type { PaymentKind } from './payment-kind.ts';

/** The decimals of an invoice in a fiat currency: what the published conversion contract counts with. */
export const INVOICE_DECIMALS = 8;

/** How many decimals the amounts of a request have: those of what is paid, or of its invoice. */
export function invoiceDecimals(kind: PaymentKind, currency: Pick<Currency, 'decimals'>): number {
  return kind === 'conversion' ? INVOICE_DECIMALS : currency.decimals;
}

/** What the amounts of a request are in, and how many decimals they have. */
export interface InvoiceCurrency {
  /** A fiat code, or a currency id. */
  readonly currencyId: string;
  /** The same as people write it: a fiat code or a symbol. */
  readonly symbol: string;
  readonly decimals: number;
  /** The decimals of what moves. */
  readonly tokenDecimals: number;
  readonly tokenSymbol: string;
}

/** What the amounts of a request are in: the currency of its invoice, else what is paid. */
export function invoiceCurrencyOf(request: {
  readonly kind: PaymentKind;
  readonly currencyId: string;
  readonly invoiceCurrencyId: string | null;
}): InvoiceCurrency {
  const { invoiceCurrencyId } = request;
  const currency = currencyById(request.currencyId);
  invariant(currency !== undefined, 'a request is in our catalog');
  const fiat = invoiceCurrencyId === null ? undefined : fiatByCode(invoiceCurrencyId);
  const { symbol, id, decimals: tokenDecimals } = currency;
  return {
    currencyId: fiat?.id ?? id,
    symbol: fiat?.symbol ?? symbol,
    decimals: invoiceDecimals(request.kind, currency),
    tokenDecimals,
    tokenSymbol: symbol,
  };
}
