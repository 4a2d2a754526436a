import type { Hex } from '#kit/hex.ts';
import type { PaymentOptions } from '#modules/calldata/index.ts';
import type { FeePlan } from '#modules/fees/index.ts';
import type { ConversionShown } from './conversion-shown.ts';
import { sightOf } from './guarded-link.ts';
import {
  amountShown,
  conversionOf,
  type DestinationShown,
  destinationOf,
  MASKED_ADDRESS,
  type SeenView,
  seenView,
  type ViewInput,
} from './payment-view.ts';

/** What a payer's page shows of a batch: the lists are all in the order of the requests. */
export interface BatchView extends SeenView {
  readonly paymentType: 'batch';
  readonly payees: string[];
  /** Null for those without a name; only where one has any. */
  readonly payeeEnsNames?: (string | null)[];
  /** What is still due of each with the fees that its payee bears; `0` for one that was paid. */
  readonly amounts: string[];
  /** What was paid of each already, null for what is converted; only after a part was paid. */
  readonly paidAmounts?: (string | null)[];
  readonly paymentCurrencies: string[];
  readonly isNativeCurrency: boolean[];
  readonly destinations: (DestinationShown | null)[];
  readonly paymentReferences: Hex[];
  /** Null for those that convert nothing; only where one does. */
  readonly conversions?: (ConversionShown | null)[];
  /** The fees of each as they were agreed, null for none; only where one has any. */
  readonly feePlans?: (FeePlan | null)[];
}

/** Shows a batch; `options` only when the payer's wallet is known. */
export function batchView(input: ViewInput, options: PaymentOptions | undefined): BatchView {
  const { link, asked } = input;
  const isMasked = sightOf(link, input.access) !== 'all';
  const feePlans = asked.map(({ request }) => request.feePlan);
  const names = asked.map(({ request }) => input.payeeNames?.get(request.payeeAddress) ?? null);
  const conversions = asked.map((one) => conversionOf(one) ?? null);
  return {
    ...seenView(input, options),
    paymentType: 'batch',
    payees: asked.map(({ request }) => (isMasked ? MASKED_ADDRESS : request.payeeAddress)),
    ...(!isMasked && names.some((name) => name !== null) && { payeeEnsNames: names }),
    amounts: asked.map((one) => amountShown(one)),
    ...(asked.some(({ request }) => request.paidUnits > 0n) && {
      paidAmounts: asked.map(({ request: { kind, paidUnits } }) =>
        // Amounts of a conversion are in the currency of its invoice, which is not reported once it is paid.
        kind === 'conversion' ? null : paidUnits.toString(),
      ),
    }),
    paymentCurrencies: asked.map(({ request }) => request.currencyId),
    isNativeCurrency: asked.map(({ currency }) => currency.type === 'ETH'),
    destinations: asked.map((one) => destinationOf(one, isMasked)),
    paymentReferences: asked.map(({ request }) => request.paymentReference),
    ...(conversions.some((one) => one !== null) && { conversions }),
    ...(feePlans.some((one) => one !== null) && { feePlans }),
  };
}
