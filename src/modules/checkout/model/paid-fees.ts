import { invoiceCurrencyOf } from '#catalog/request-units.ts';
import { printAmount } from '#kit/amount.ts';
import type { FeePlan } from '#modules/fees/index.ts';
import type { findPaidFees } from '#modules/requests/index.ts';
import type { LinkedRequest } from '#modules/secure-payments/index.ts';

type PaidFee =
  Awaited<ReturnType<typeof findPaidFees>> extends ReadonlyMap<string, readonly (infer Fee)[]>
    ? Fee
    : never;

/** A fee that was paid of a request; ours. */
export interface PaidFeeShown {
  /** The request that it is; of the fee inside the payment itself, the request that it is a fee of. */
  readonly requestId: string;
  readonly feeType: string;
  /** Null for the fee inside the payment itself. */
  readonly feeLabel: string | null;
  readonly feeBearer: 'payer' | 'payee';
  /** Of 100, where it is nothing but a share. */
  readonly percentage: string | null;
  /** A human decimal. */
  readonly amount: string;
  /** What the amount is in: a fiat code, or a currency id. */
  readonly currency: string;
  /** Null where the payer chose who receives it. */
  readonly recipient: string | null;
}

/** Shows what was paid of the fees of a request. */
export function paidFeesShown(
  request: LinkedRequest,
  paid: readonly PaidFee[],
): readonly PaidFeeShown[] {
  const { requestId, conversion, feePlan, feePercentage } = request;
  const invoiceCurrencyId = conversion?.invoiceCurrencyId ?? null;
  const { currencyId: currency, decimals } = invoiceCurrencyOf({ ...request, invoiceCurrencyId });
  return paid.map((fee) => ({
    requestId: fee.requestId ?? requestId,
    feeType: fee.feeType === 'platform' ? 'platform_fee' : fee.feeType,
    feeLabel: fee.label,
    feeBearer: fee.bearer,
    percentage:
      fee.feeType === 'platform_fee' ? feePercentage : (fee.percentage ?? shareOf(feePlan, fee)),
    amount: printAmount(fee.units, decimals),
    currency,
    recipient: fee.receiverAddress,
  }));
}

/** A basis point is a hundredth of a percent. */
const BPS_DECIMALS = 2;

/** The share of a fee as it was agreed; null where it was capped, or an amount came on top. */
function shareOf(plan: FeePlan | null, { feeType, bearer }: PaidFee): string | null {
  const agreed = plan?.fees.find((one) => one.type === feeType && one.feeBearer === bearer);
  if (agreed === undefined) return null;
  const { capUsd, fixedAmountUsd = null, percentageBps } = agreed;
  const isShare = capUsd === null && fixedAmountUsd === null;
  return isShare ? printAmount(BigInt(percentageBps), BPS_DECIMALS) : null;
}
