import { invoiceCurrencyOf } from '#catalog/request-units.ts';
import { printAmount } from '#kit/amount.ts';
import type { Hex } from '#kit/hex.ts';
import type { Quote } from '#modules/calldata/index.ts';
import type { DueFee } from '#modules/fees/index.ts';
import type { findSkippedFees } from '#modules/requests/index.ts';
import type { LinkedRequest, SecurePayment } from '#modules/secure-payments/index.ts';
import { type ConversionShown, conversionShown } from './conversion-shown.ts';

/** A fee that a completed link was paid without; ours. */
export interface OutstandingFeeShown {
  /** Only in a bundle: the token of the child of which it is a fee, and whose `/pay` prepares it. */
  readonly securePaymentToken?: string;
  /** The request that it is. */
  readonly requestId: string;
  /** What a payment of it carries on the chain. */
  readonly paymentReference: Hex;
  readonly feeType: string;
  readonly feeLabel: string;
  readonly feeBearer: 'payer' | 'payee';
  /** What is missing, as a human decimal. */
  readonly amount: string;
  /** What the amount is in: a fiat code, or a currency id. */
  readonly currency: string;
  /** What it is paid in: a currency id. */
  readonly paymentCurrency: string;
  readonly recipient: string;
  /** Only of an invoice in another currency whose rate was read. */
  readonly conversion?: ConversionShown;
}

/** The fee inside the payments of a link that they did not bring; ours. */
export interface SkippedFeeShown {
  /** Only in a bundle: the token of the child of which it is a fee. */
  readonly securePaymentToken?: string;
  /** The request that was paid without it. */
  readonly requestId: string;
  readonly feeType: 'platform_fee';
  /** Of 100, as it was agreed. */
  readonly percentage: string | null;
  /** What is missing, as a human decimal. */
  readonly amount: string;
  /** What the amount is in: a fiat code, or a currency id. */
  readonly currency: string;
  readonly recipient: string;
}

type FeesOfLink = Pick<SecurePayment, 'access' | 'requests'>;

/**
 * Shows the fees that a link was paid without, in its order; none of one that hides its amounts. `quotes`
 * are the amounts of converted ones, by the row of their request.
 */
export function outstandingFeesShown(
  { access, requests }: FeesOfLink,
  outstanding: ReadonlyMap<string, readonly DueFee[]>,
  quotes: ReadonlyMap<string, Quote> = new Map(),
): OutstandingFeeShown[] {
  if (access.hidesUntilApproved) return [];
  return requests.flatMap((request) =>
    (outstanding.get(request.id) ?? []).map((fee) =>
      outstandingFeeShown(request, fee, quotes.get(fee.componentId)),
    ),
  );
}

function outstandingFeeShown(
  request: LinkedRequest,
  fee: DueFee,
  quote: Quote | undefined,
): OutstandingFeeShown {
  const { currencyId: currency, decimals, tokenDecimals } = invoiceCurrencyOfLinked(request);
  const invoiceCurrencyId = request.conversion?.invoiceCurrencyId;
  const units = { invoiceUnits: fee.units, shownUnits: fee.units };
  return {
    requestId: fee.requestId,
    paymentReference: fee.paymentReference,
    feeType: fee.feeType,
    feeLabel: fee.label,
    feeBearer: fee.bearer,
    amount: printAmount(fee.units, decimals),
    currency,
    paymentCurrency: request.currencyId,
    recipient: fee.receiverAddress,
    ...(invoiceCurrencyId !== undefined &&
      quote && {
        conversion: conversionShown(quote, { invoiceCurrencyId, tokenDecimals, ...units }),
      }),
  };
}

/** Shows the fees inside the payments of a link that those did not bring; none of one that hides its amounts. */
export function skippedFeesShown(
  { access, requests }: FeesOfLink,
  skipped: Awaited<ReturnType<typeof findSkippedFees>>,
): SkippedFeeShown[] {
  if (access.hidesUntilApproved) return [];
  return requests.flatMap((request) => {
    const fee = skipped.get(request.id);
    if (fee === undefined) return [];
    const { currencyId: currency, decimals } = invoiceCurrencyOfLinked(request);
    return [
      {
        requestId: request.requestId,
        feeType: 'platform_fee' as const,
        percentage: fee.percentage,
        amount: printAmount(fee.units, decimals),
        currency,
        recipient: fee.receiverAddress,
      },
    ];
  });
}

function invoiceCurrencyOfLinked(request: LinkedRequest) {
  const invoiceCurrencyId = request.conversion?.invoiceCurrencyId ?? null;
  return invoiceCurrencyOf({ ...request, invoiceCurrencyId });
}
