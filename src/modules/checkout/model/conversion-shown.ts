import { INVOICE_DECIMALS } from '#catalog/request-units.ts';
import { printAmount } from '#kit/amount.ts';
import { isoTime } from '#kit/clock.ts';
import type { Quote } from '#modules/calldata/index.ts';

/** How an invoice in another currency is paid; ours. */
export interface ConversionShown {
  /** A fiat code. */
  readonly invoiceCurrency: string;
  /** What is still due of the invoice, as a human decimal without a fee. */
  readonly invoiceAmount: string;
  /** What leaves the wallet at most, in smallest units, if the rate moves; fee included. */
  readonly maxAmount: string;
  /** What one token counts for, in the invoice's currency. */
  readonly conversionRate: string;
  /** When the oldest rate on the way was set. */
  readonly rateTimestamp: string;
  /** Whether the rate is too old to be paid with. */
  readonly isStale: boolean;
}

/** Rates are shown to this many decimals, rounded down. */
const RATE_DECIMALS = 8;

/** What of an invoice in another currency is quoted. */
interface Quoted {
  readonly invoiceCurrencyId: string;
  readonly tokenDecimals: number;
  /** All that the quote is for. */
  readonly invoiceUnits: bigint;
  /** Of it what is named as the amount. */
  readonly shownUnits: bigint;
}

/** How a part of an invoice is converted. */
export function conversionShown(quote: Quote, quoted: Quoted): ConversionShown {
  const { invoiceCurrencyId, tokenDecimals, invoiceUnits, shownUnits } = quoted;
  const scale = 10n ** BigInt(tokenDecimals + RATE_DECIMALS - INVOICE_DECIMALS);
  const rateUnits = quote.sourceUnits === 0n ? 0n : (invoiceUnits * scale) / quote.sourceUnits;
  return {
    invoiceCurrency: invoiceCurrencyId,
    invoiceAmount: printAmount(shownUnits, INVOICE_DECIMALS),
    maxAmount: quote.maxUnits.toString(),
    conversionRate: printAmount(rateUnits, RATE_DECIMALS),
    rateTimestamp: isoTime(quote.rate.oldestAt),
    isStale: quote.isStale,
  };
}
