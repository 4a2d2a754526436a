import { printAmount } from '#kit/amount.ts';
import type { Hex } from '#kit/hex.ts';
import type { DueFee } from '#modules/fees/index.ts';
import { booksOf } from '#modules/requests/index.ts';
import type { SecurePayment } from '#modules/secure-payments/index.ts';

/** A fee that a completed link was paid without; ours. */
export interface OutstandingFeeShown {
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
  readonly recipient: string;
}

/** Shows the fees that a link was paid without, in its order; none of one that hides its amounts. */
export function outstandingFeesShown(
  { access, requests }: Pick<SecurePayment, 'access' | 'requests'>,
  outstanding: ReadonlyMap<string, readonly DueFee[]>,
): OutstandingFeeShown[] {
  if (access.hidesUntilApproved) return [];
  return requests.flatMap((request) => {
    const invoiceCurrencyId = request.conversion?.invoiceCurrencyId ?? null;
    const { currencyId: currency, decimals } = booksOf({ ...request, invoiceCurrencyId });
    return (outstanding.get(request.id) ?? []).map((fee) => ({
      requestId: fee.requestId,
      paymentReference: fee.paymentReference,
      feeType: fee.feeType,
      feeLabel: fee.label,
      feeBearer: fee.bearer,
      amount: printAmount(fee.units, decimals),
      currency,
      recipient: fee.receiverAddress,
    }));
  });
}
