import { currencyById, fiatByCode } from '#catalog/currencies.ts';
import { type InvoiceCurrency, invoiceCurrencyOf } from '#catalog/request-units.ts';
import { printAmount, printRate } from '#kit/amount.ts';
import { isoTime } from '#kit/clock.ts';
import { isDollar } from '#modules/fees/index.ts';
import type { ShownPayment } from './shown-payment.ts';
import type { ShownRequest } from './shown-request.ts';

/** Dollars have as many decimals as the stored amounts of an invoice. */
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
  /** Null where no feed answers. */
  readonly currentMarketRate: string | null;
  /** Never null: clients of the public API require one. */
  readonly currentMarketRateSource: 'chainlink' | 'unknown';
  readonly payments: {
    readonly amount: string;
    readonly amountInUsd: string;
    readonly conversionRate: string;
    readonly rateSource: 'chainlink';
    readonly timestamp: string;
  }[];
}

/** What price feeds say now: so much of the invoice, with eight decimals, is so many units of the token. */
export interface MarketRate {
  readonly invoiceUnits: bigint;
  readonly tokenUnits: bigint;
}

/** How many dollars an amount of the ledger is: a fraction, exact until it is printed. */
type InDollars = (units: bigint) => string | null;

/** Whether the market's rate is shown of a request: of a conversion, unless one payment paid it whole. */
export function showsMarketRate(request: ShownRequest, payments: readonly ShownPayment[]): boolean {
  const isFullAtOnce = request.status === 'paid' && payments.length === 1;
  return request.kind === 'conversion' && !isFullAtOnce;
}

/**
 * What a request and its payments are in dollars. Of stablecoins and dollar invoices one is one; of
 * another invoice it is what its payments took of a stablecoin, and before the first what the market's
 * rate says, where it is known.
 */
export function convertedAmounts(
  request: ShownRequest,
  payments: readonly ShownPayment[],
  market: MarketRate | undefined,
): ConvertedAmounts {
  const invoiceCurrencyId = request.conversion?.invoiceCurrencyId ?? null;
  const invoiceCurrency = invoiceCurrencyOf({ ...request, invoiceCurrencyId });
  const { decimals, tokenDecimals } = invoiceCurrency;
  const isConverted = request.kind === 'conversion' && request.paidTokenUnits > 0n;
  const recorded = isConverted
    ? printRate(
        { units: request.paidUnits, decimals },
        { units: request.paidTokenUnits, decimals: tokenDecimals },
      )
    : null;
  const inDollars = inDollarsOf(request, market);
  const current = market && printMarketRate(market, invoiceCurrency);
  return {
    amountInUsd: inDollars(request.expectedUnits),
    conversionRate:
      recorded ??
      current ??
      (request.kind === 'conversion' && invoiceCurrencyId !== 'USD' ? null : '1'),
    rateSource: (recorded ?? current) ? 'chainlink' : 'unknown',
    conversionBreakdown:
      isConverted && showsMarketRate(request, payments)
        ? breakdownOf(request, { invoiceCurrency, payments, inDollars, current })
        : null,
  };
}

/** What amounts of a request are in dollars, by what its payments recorded, else by the market. */
export function inDollarsOf(
  { currencyId, paidUnits, paidTokenUnits, kind, conversion }: ShownRequest,
  market: MarketRate | undefined,
): InDollars {
  const invoiceCurrencyId = conversion?.invoiceCurrencyId ?? null;
  const { decimals, tokenDecimals } = invoiceCurrencyOf({ kind, currencyId, invoiceCurrencyId });
  const currency = currencyById(currencyId);
  const invoice = invoiceCurrencyId === null ? currency : fiatByCode(invoiceCurrencyId);
  if (invoice !== undefined && isDollar(invoice)) return (units) => printAmount(units, decimals);
  const recorded = { invoiceUnits: paidUnits, tokenUnits: paidTokenUnits };
  const rate = paidUnits > 0n ? recorded : market;
  if (rate === undefined || currency === undefined || !isDollar(currency)) return () => null;
  const scale = 10n ** BigInt(DOLLAR_DECIMALS);
  const full = rate.invoiceUnits * 10n ** BigInt(tokenDecimals);
  return (units) => printAmount((units * rate.tokenUnits * scale) / full, DOLLAR_DECIMALS);
}

function printMarketRate(
  { invoiceUnits, tokenUnits }: MarketRate,
  invoiceCurrency: InvoiceCurrency,
): string {
  const { decimals, tokenDecimals } = invoiceCurrency;
  return printRate(
    { units: invoiceUnits, decimals },
    { units: tokenUnits, decimals: tokenDecimals },
  );
}

function breakdownOf(
  { expectedUnits, paidUnits }: ShownRequest,
  parts: {
    readonly invoiceCurrency: InvoiceCurrency;
    readonly payments: readonly ShownPayment[];
    readonly inDollars: InDollars;
    /** The market's rate, where it is known. */
    readonly current: string | undefined;
  },
): ConversionBreakdown {
  const { invoiceCurrency, payments, inDollars, current } = parts;
  const { decimals, tokenDecimals } = invoiceCurrency;
  const missingUnits = paidUnits < expectedUnits ? expectedUnits - paidUnits : 0n;
  return {
    paidAmount: printAmount(paidUnits, decimals),
    paidAmountInUsd: inDollars(paidUnits) ?? '0',
    remainingAmount: printAmount(missingUnits, decimals),
    remainingAmountInUsd: inDollars(missingUnits) ?? '0',
    currentMarketRate: current ?? null,
    currentMarketRateSource: current === undefined ? 'unknown' : 'chainlink',
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
