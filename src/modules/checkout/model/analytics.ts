import { type Currency, fiatByCode } from '#catalog/currencies.ts';
import { INVOICE_DECIMALS } from '#catalog/request-units.ts';
import { addDecimals, printAmount } from '#kit/amount.ts';
import { isoTime } from '#kit/clock.ts';
import { type FeePlan, isDollar } from '#modules/fees/index.ts';
import type { LinkedRequest } from '#modules/secure-payments/index.ts';

/** Data of a link for analytics; amounts are decimals in dollars. */
export interface Analytics {
  readonly creationTimestamp: string;
  /** Left out where any part of it is no dollar of ours. */
  readonly totalPaymentAmountUsd?: string;
  /** With a fee plan; else the reason why not. */
  readonly protocolFeeAmountUsd?: string;
  readonly orchestratorPayerFeeAmountUsd?: string;
  readonly orchestratorRecipientFeeAmountUsd?: string;
  readonly feeAmountsUsdUnavailableReason?: 'fee_plan_unavailable';
  readonly numberOfPaymentsExcludingFees: number;
  /** Left out where the payee is masked. */
  readonly destinationIds?: string[];
}

interface Counted {
  readonly createdAt: Date;
  readonly feePlan: FeePlan | null;
  readonly asked: readonly { readonly request: LinkedRequest; readonly currency: Currency }[];
  readonly isMasked: boolean;
}

/** The analytics data of a link, from its requests at creation. */
export function analyticsOf({ createdAt, feePlan, asked, isMasked }: Counted): Analytics {
  const total = totalUsd(asked);
  const destinationIds = asked.flatMap(({ request }) => request.destinationId ?? []);
  return {
    creationTimestamp: isoTime(createdAt),
    ...(total !== undefined && { totalPaymentAmountUsd: total }),
    ...feesUsd(feePlan),
    numberOfPaymentsExcludingFees: asked.length,
    ...(!isMasked && { destinationIds: [...new Set(destinationIds)] }),
  };
}

function feesUsd(plan: FeePlan | null): Partial<Analytics> {
  if (plan === null) return { feeAmountsUsdUnavailableReason: 'fee_plan_unavailable' };
  const sumOf = (type: string, bearer?: string) =>
    addDecimals(
      plan.fees
        .filter((fee) => fee.type === type && (bearer ?? fee.feeBearer) === fee.feeBearer)
        .map((fee) => fee.calculatedAmountUsd),
    );
  return {
    protocolFeeAmountUsd: sumOf('protocol_fee'),
    orchestratorPayerFeeAmountUsd: sumOf('orchestrator_fee', 'payer'),
    orchestratorRecipientFeeAmountUsd: sumOf('orchestrator_fee', 'payee'),
  };
}

/** The total of all requests, without fees on top; undefined where one of them is in no listed dollar. */
function totalUsd(asked: Counted['asked']): string | undefined {
  const parts = asked.map(({ request, currency }) => {
    if (request.feePlan !== null) return request.feePlan.grossAmountUsd;
    if (request.conversion === undefined) {
      return isDollar(currency) ? printAmount(request.expectedUnits, currency.decimals) : undefined;
    }
    const fiat = fiatByCode(request.conversion.invoiceCurrencyId);
    const counts = fiat !== undefined && isDollar(fiat);
    return counts ? printAmount(request.expectedUnits, INVOICE_DECIMALS) : undefined;
  });
  const known = parts.filter((part) => part !== undefined);
  return known.length === parts.length ? addDecimals(known) : undefined;
}
