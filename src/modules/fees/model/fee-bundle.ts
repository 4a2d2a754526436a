import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { printAmount } from '#kit/amount.ts';
import type { Hex } from '#kit/hex.ts';
import type { FeePlan } from './fee-plan.ts';
import { FEE_LABELS, type FeeBearer } from './fee-rule.ts';

const Bearer = z.enum(['payer', 'payee']);

const sampleSummary = {
  grossAmount: SAMPLE.amount,
  netRecipientAmount: '12.1875',
  totalFees: SAMPLE.fee,
  payeeBorneFees: SAMPLE.fee,
  payerBorneFees: '0',
  payerTotal: SAMPLE.amount,
};

const sampleFee = {
  requestId: '018f3a5b1c7d9e0f2a4b6c8d0e1f3a5b7c9d1e3f5a7b9c0d2e4f6a8b0c1d3e5f7a',
  feeComponentId: '01KC9V3GJ0B4D6F8H1K3M5P7R9',
  feeType: 'orchestrator_fee',
  feeLabel: FEE_LABELS.orchestrator_fee,
  feeBearer: 'payee',
  amount: SAMPLE.fee,
  paymentCurrencyId: SAMPLE.currencyId,
  network: SAMPLE.network,
  chainId: '8453',
  recipient: SAMPLE.feeAddress,
  paymentReference: '0x8899aabbccddeeff',
} as const;

/** Who pays and receives what, in human decimals of the payment's currency. */
export const AmountSummary = z
  .object({
    grossAmount: z.string().describe('The requested amount.'),
    netRecipientAmount: z.string().describe('What the payee receives.'),
    totalFees: z.string(),
    payeeBorneFees: z.string(),
    payerBorneFees: z.string(),
    payerTotal: z.string().describe('What leaves the payer.'),
  })
  .meta({
    id: 'AmountSummary',
    description: 'Who pays and receives what, as human decimals of the payment’s currency.',
    examples: [sampleSummary],
  });

const BundledFee = z
  .object({
    requestId: z.string().describe('The request that this fee is, `01` and 64 hex digits.'),
    feeComponentId: z.string().nullable().describe('A ULID.'),
    feeType: z.string().nullable(),
    feeLabel: z.string().nullable(),
    feeBearer: Bearer.nullable(),
    amount: z.string().describe('A human decimal.'),
    paymentCurrencyId: z.string(),
    network: z.string(),
    chainId: z.string(),
    recipient: z.string(),
    paymentReference: z.string().nullable(),
  })
  .meta({ id: 'BundledFee', description: 'A fee that is paid by itself.', examples: [sampleFee] });

/** The fees that are paid after a payment. */
export const FeeBundle = z
  .object({
    bundleId: z.string().nullable().describe('Null until a wallet is known.'),
    defaultFeeBearer: Bearer.nullable(),
    amountSummary: AmountSummary.nullable().describe('As it was agreed, for the whole payment.'),
    fees: z
      .array(BundledFee)
      .describe(
        'One for each fee transaction, in their order; of a route in the token and on the network where it starts. What was paid already is left out.',
      ),
  })
  .meta({
    id: 'FeeBundle',
    description: 'The fees that are paid after the payment, each by a transaction of its own.',
    examples: [
      {
        bundleId: SAMPLE.token,
        defaultFeeBearer: 'payee',
        amountSummary: sampleSummary,
        fees: [sampleFee],
      },
    ],
  });
/** A bundle as it is answered. */
export type FeeBundle = z.output<typeof FeeBundle>;

/** A fee that is still due, as it was drafted. */
export interface DueFee {
  /** The public id of the request that it is. */
  readonly requestId: string;
  /** Its row. */
  readonly componentId: string;
  readonly feeType: string;
  readonly label: string;
  readonly bearer: FeeBearer;
  /** The share that was agreed, of 10,000; null for fees from before it was kept. */
  readonly percentageBps: number | null;
  /** What is still due, in the unit of the invoice currency. */
  readonly units: bigint;
  readonly receiverAddress: string;
  readonly paymentReference: Hex;
}

/** What a bundle reports, beside its fees. */
export interface BundleTerms {
  readonly plan: FeePlan;
  /** Null until a wallet is known. */
  readonly bundleId: string | null;
  /** What is paid in. */
  readonly currency: { readonly id: string; readonly network: string; readonly chainId: number };
  /** The decimals of the invoice currency. */
  readonly decimals: number;
}

/** The bundle of the fees that are still due, in the order of their transactions. */
export function feeBundleOf(terms: BundleTerms, due: readonly DueFee[]): FeeBundle {
  const { plan, bundleId, currency, decimals } = terms;
  return {
    bundleId,
    defaultFeeBearer: plan.defaultFeeBearer,
    amountSummary: amountSummaryOf(plan),
    fees: due.map((fee) => ({
      requestId: fee.requestId,
      feeComponentId: fee.componentId,
      feeType: fee.feeType,
      feeLabel: fee.label,
      feeBearer: fee.bearer,
      amount: printAmount(fee.units, decimals),
      paymentCurrencyId: currency.id,
      network: currency.network,
      chainId: String(currency.chainId),
      recipient: fee.receiverAddress,
      paymentReference: fee.paymentReference,
    })),
  };
}

/**
 * The fees of payments that are paid together as one bundle, in their order; null where none of them
 * has a plan. Who bears a fee by default is returned where all agree.
 */
export function jointFeeBundle(
  bundles: readonly FeeBundle[],
  joint: Pick<FeeBundle, 'bundleId' | 'amountSummary'>,
): FeeBundle | null {
  if (bundles.length === 0) return null;
  const bearers = [...new Set(bundles.map(({ defaultFeeBearer }) => defaultFeeBearer))];
  return {
    ...joint,
    defaultFeeBearer: bearers.length === 1 ? (bearers[0] ?? null) : null,
    fees: bundles.flatMap(({ fees }) => fees),
  };
}

/** The sums of a plan; a dollar of it is one whole of the payment's currency. */
export function amountSummaryOf(plan: FeePlan): z.output<typeof AmountSummary> {
  return {
    grossAmount: plan.grossAmountUsd,
    netRecipientAmount: plan.netRecipientAmountUsd,
    totalFees: plan.totalFeesUsd,
    payeeBorneFees: plan.payeeBorneFeesUsd,
    payerBorneFees: plan.payerBorneFeesUsd,
    payerTotal: plan.payerTotalAmountUsd,
  };
}
