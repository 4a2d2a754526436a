import { currencyById } from '#catalog/currencies.ts';
import type { PaymentKind } from '#catalog/payment-kind.ts';
import { invoiceDecimals } from '#catalog/request-units.ts';
import { printAmount } from '#kit/amount.ts';
import { FeePlan, sumOfPlans } from '#modules/fees/index.ts';

/** A request of a link, with the fields for its fees. */
interface PlannedRequest {
  readonly kind: PaymentKind;
  readonly currencyId: string;
  /** Its amount, in units of its invoice currency. */
  readonly expectedUnits: bigint;
  readonly conversion: { readonly invoiceCurrencyId: string } | undefined;
  readonly feePlan: FeePlan | null;
}

/** The fees of a link: the sum over its requests; null where there is none. */
export function planOfLink(requests: readonly PlannedRequest[]): FeePlan | null {
  return sumOfPlans(
    requests.map(({ kind, currencyId, expectedUnits, conversion, feePlan }) => ({
      plan: feePlan,
      currency: `${currencyId} ${conversion?.invoiceCurrencyId ?? ''}`,
      amount: printAmount(expectedUnits, invoiceDecimalsOf(kind, currencyId)),
    })),
  );
}

function invoiceDecimalsOf(kind: PaymentKind, currencyId: string): number {
  return invoiceDecimals(kind, { decimals: currencyById(currencyId)?.decimals ?? 0 });
}

/** The plans of the requests of a link, in their order, as its row keeps them; null for none. */
export function storedPlans(plans: readonly (FeePlan | null)[]): string | null {
  if (plans.every((plan) => plan === null)) return null;
  return JSON.stringify(plans.length === 1 ? plans[0] : plans);
}

const StoredPlans = FeePlan.transform((plan): (FeePlan | null)[] => [plan]).or(
  FeePlan.nullable().array(),
);

/** The plans that a row keeps. */
export function readPlans(stored: string | null): readonly (FeePlan | null)[] {
  return stored === null ? [] : StoredPlans.parse(JSON.parse(stored));
}
