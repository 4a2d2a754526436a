import { currencyById, fiatByCode } from '#catalog/currencies.ts';
import { printAmount, printRate } from '#kit/amount.ts';
import { isoTime } from '#kit/clock.ts';
import { isDollar } from '#modules/fees/index.ts';
import type { ShownPayment } from './shown-payment.ts';
import { type Books, booksOf, type ShownRequest } from './shown-request.ts';

/** Dollars are told with as many decimals as the books of an invoice have. */
const DOLLAR_DECIMALS = 8;

/** What the amounts of a request are in dollars and at which rates, as far as payments recorded it. */
interface ConvertedAmounts {
  readonly amountInUsd: string | null;
  readonly conversionRate: string | null;
  readonly rateSource: 'chainlink' | 'unknown';
  readonly conversionBreakdown: ConversionBreakdown | null;
}

/** What the payments of a conversion came to. */
interface ConversionBreakdown {
  readonly paidAmount: string;
  readonly paidAmountInUsd: string;
  readonly remainingAmount: string;
  readonly remainingAmountInUsd: string;
  readonly currentMarketRate: null;
  readonly currentMarketRateSource: null;
  readonly payments: {
    readonly amount: string;
    readonly amountInUsd: string;
    readonly conversionRate: string;
    readonly rateSource: 'chainlink';
    readonly timestamp: string;
  }[];
}

/** How many dollars an amount of the books is: a fraction, exact until it is printed. */
type InDollars = (units: bigint) => string | null;

/**
 * What a request and its payments are in dollars. Of stablecoins and dollar invoices one is one; of
 * another invoice it is what its payments took of a stablecoin, and unknown before the first. No
 * chain is asked, so there is no rate of the moment.
 */
export function convertedAmounts(
  request: ShownRequest,
  payments: readonly ShownPayment[],
): ConvertedAmounts {
  const invoiceCurrencyId = request.conversion?.invoiceCurrencyId ?? null;
  const books = booksOf({ ...request, invoiceCurrencyId });
  const { decimals, tokenDecimals } = books;
  const isConverted = request.kind === 'conversion' && request.paidTokenUnits > 0n;
  const recorded = isConverted
    ? printRate(
        { units: request.paidUnits, decimals },
        { units: request.paidTokenUnits, decimals: tokenDecimals },
      )
    : null;
  const inDollars = dollarsOf(request, books, invoiceCurrencyId);
  return {
    amountInUsd: inDollars(request.expectedUnits),
    conversionRate:
      recorded ?? (request.kind === 'conversion' && invoiceCurrencyId !== 'USD' ? null : '1'),
    rateSource: recorded === null ? 'unknown' : 'chainlink',
    conversionBreakdown: isConverted ? breakdownOf(request, { books, payments, inDollars }) : null,
  };
}

function dollarsOf(
  { currencyId, paidUnits, paidTokenUnits }: ShownRequest,
  { decimals, tokenDecimals }: Books,
  invoiceCurrencyId: string | null,
): InDollars {
  const currency = currencyById(currencyId);
  const invoice = invoiceCurrencyId === null ? currency : fiatByCode(invoiceCurrencyId);
  if (invoice !== undefined && isDollar(invoice)) return (units) => printAmount(units, decimals);
  const isKnown = paidUnits > 0n && currency !== undefined && isDollar(currency);
  if (!isKnown) return () => null;
  const scale = 10n ** BigInt(DOLLAR_DECIMALS);
  const whole = paidUnits * 10n ** BigInt(tokenDecimals);
  return (units) => printAmount((units * paidTokenUnits * scale) / whole, DOLLAR_DECIMALS);
}

function breakdownOf(
  { expectedUnits, paidUnits }: ShownRequest,
  parts: {
    readonly books: Books;
    readonly payments: readonly ShownPayment[];
    readonly inDollars: InDollars;
  },
): ConversionBreakdown {
  const { books, payments, inDollars } = parts;
  const { decimals, tokenDecimals } = books;
  const missingUnits = paidUnits < expectedUnits ? expectedUnits - paidUnits : 0n;
  return {
    paidAmount: printAmount(paidUnits, decimals),
    paidAmountInUsd: inDollars(paidUnits) ?? '0',
    remainingAmount: printAmount(missingUnits, decimals),
    remainingAmountInUsd: inDollars(missingUnits) ?? '0',
    currentMarketRate: null,
    currentMarketRateSource: null,
    payments: payments.map(({ amountUnits: units, tokenUnits, receivedAt }) => ({
      amount: printAmount(units, decimals),
      amountInUsd: inDollars(units) ?? '0',
      conversionRate: printRate(
        { units, decimals },
        { units: tokenUnits > 0n ? tokenUnits : 1n, decimals: tokenDecimals },
      ),
      rateSource: 'chainlink',
      timestamp: isoTime(receivedAt),
    })),
  };
}
