import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { CreatedBy, CustomerInfo, Flow } from '#modules/events/index.ts';
import { milestoneShapes, PaymentMilestone, SAMPLE_MILESTONES } from '#modules/ledger/index.ts';

const decimal = (what: string) => z.string().describe(`${what}, as a human decimal.`);
const converted = (what: string) =>
  z.string().nullable().describe(`${what}; null where nothing was converted.`);

/** A fee in the slot of a payment, or of a route. */
const sampleFee = {
  type: 'platform',
  stage: 'sending',
  provider: 'service-network',
  amount: SAMPLE.fee,
  currency: SAMPLE.currencyId,
  receiverAddress: SAMPLE.feeAddress,
  network: SAMPLE.network,
  feeType: 'platform_fee',
};

/** A fee as payments and routes report it. */
export const FeeShare = z
  .object({
    type: z.enum(['gas', 'platform', 'crosschain', 'crypto-to-fiat', 'offramp', 'protocol']),
    stage: z.enum(['sending', 'receiving', 'proxying', 'refunding', 'overall']),
    provider: z.string(),
    amount: decimal('How much'),
    currency: z.string(),
    receiverAddress: z.string().describe('Who receives it, as the chain shows it.'),
    network: z.string(),
    feeType: z
      .string()
      .optional()
      .describe(
        'Which fee it is: `platform_fee` inside the payment, in links on Tron beside it, `orchestrator_fee` or `protocol_fee` beside it. Added by Florin; routes have none.',
      ),
  })
  .meta({
    id: 'FeeShare',
    description: 'A fee that goes along with a payment.',
    examples: [sampleFee],
  });

const sampleRequest = {
  requestId: SAMPLE.requestId,
  paymentReference: SAMPLE.paymentReference,
  hasBeenPaid: true,
  customerInfo: null,
  reference: SAMPLE.reference,
};

const PaidRequest = z
  .object({
    requestId: z.string().describe('`01` and 64 hex digits.'),
    paymentReference: z.string(),
    hasBeenPaid: z.boolean(),
    customerInfo: CustomerInfo.nullable().describe(
      'Null also for a client ID that browsers carry.',
    ),
    reference: z.string().nullable(),
  })
  .meta({
    id: 'PaidRequest',
    description: 'What a payment was made for.',
    examples: [sampleRequest],
  });

/** What shows as an example of a payment. */
export const samplePayment = {
  id: SAMPLE.token,
  amount: SAMPLE.amount,
  sourceNetwork: SAMPLE.network,
  destinationNetwork: SAMPLE.network,
  sourceTxHash: SAMPLE.transactionHash,
  destinationTxHash: SAMPLE.transactionHash,
  timestamp: SAMPLE.paidAt,
  type: 'direct' as const,
  conversionRateSource: null,
  conversionRateDestination: null,
  convertedAmountSource: null,
  convertedAmountDestination: null,
  paidAmount: SAMPLE.total,
  paidCurrency: SAMPLE.currencyId,
  paidNetwork: SAMPLE.network,
  receivedAmount: SAMPLE.amount,
  receivedCurrency: SAMPLE.currencyId,
  receivedNetwork: SAMPLE.network,
  excessAmount: null,
  excessCurrency: null,
  currency: SAMPLE.currencyId,
  paymentCurrency: SAMPLE.currencyId,
  fees: [sampleFee],
  recurringPaymentId: null,
  rateProvider: null,
  detectionSource: 'request-network' as const,
  note: null,
  payerAddress: SAMPLE.payer,
  payerEoaAddress: null,
  payee: SAMPLE.payee,
  destinationId: SAMPLE.destinationId,
  flow: 'incoming' as const,
  createdBy: 'api_key' as const,
  ...SAMPLE_MILESTONES,
  request: sampleRequest,
};

/** A payment that was confirmed and stands. */
export const Payment = z
  .object({
    id: z.string().describe('A ULID.'),
    amount: decimal('What it brought the payee, in `currency`'),
    sourceNetwork: z.string(),
    destinationNetwork: z.string(),
    sourceTxHash: z.string().nullable(),
    destinationTxHash: z.string().nullable(),
    timestamp: z.iso.datetime().describe('The time of its block.'),
    type: z.enum(['direct', 'conversion', 'crosschain', 'recurring']),
    conversionRateSource: converted('What one token counted for, in `currency`'),
    conversionRateDestination: converted('Always 1: amounts are in `currency`'),
    convertedAmountSource: converted('What reached the payee, in the token'),
    convertedAmountDestination: converted('The same as `amount`'),
    paidAmount: z.string().nullable().describe('What left the payer: amount and fees.'),
    paidCurrency: z.string().nullable(),
    paidNetwork: z.string().nullable(),
    receivedAmount: z.string().nullable().describe('What reached the payee.'),
    receivedCurrency: z.string().nullable(),
    receivedNetwork: z.string().nullable(),
    excessAmount: z
      .string()
      .nullable()
      .describe('The part of `amount` above the requested amount; null for nothing.'),
    excessCurrency: z.string().nullable(),
    currency: z.string().describe('The invoice currency: a fiat code, or a currency id.'),
    paymentCurrency: z.string().describe('What moved, as a currency id.'),
    fees: z
      .array(FeeShare)
      .nullable()
      .describe(
        'Inside the payment, with any receiver; and besides those that were paid separately, each listed with one payment.',
      ),
    recurringPaymentId: z
      .string()
      .nullable()
      .describe('The recurring payout that it is an instalment of; null for others.'),
    rateProvider: z.literal('chainlink').nullable(),
    detectionSource: z
      .enum(['lifi', 'request-network'])
      .nullable()
      .describe('`lifi` where a bridge made it for a deposit on another network.'),
    note: z.null(),
    payerAddress: z
      .string()
      .nullable()
      .describe(
        'Whose tokens moved; from another network, who sent it there, or null where that was not found.',
      ),
    payerEoaAddress: z.string().nullable().describe('As in webhooks.'),
    payee: z
      .string()
      .nullable()
      .describe(
        'The wallet that was paid. Null where its link hides it from a client ID that browsers carry. Added by Florin, as the next three.',
      ),
    destinationId: z
      .string()
      .nullable()
      .describe('Payee, chain and token as a destination ID; null also for a network’s own coin.'),
    flow: Flow.describe('`outgoing` for payouts.'),
    createdBy: CreatedBy.nullable().describe(
      'What proved who created the request; null where an earlier release did.',
    ),
    ...milestoneShapes,
    request: PaidRequest,
  })
  .meta({
    id: 'Payment',
    description: 'A payment that was confirmed and stands.',
    examples: [samplePayment],
  });

const samplePendingPayment = {
  txHash: SAMPLE.transactionHash,
  amount: SAMPLE.amount,
  currency: SAMPLE.currencyId,
  payerAddress: SAMPLE.payer,
  seen: SAMPLE.seen,
};

/** A payment that was seen and does not count yet. */
export const PendingPayment = z
  .object({
    txHash: z.string(),
    amount: decimal('What it would bring the payee, in `currency`'),
    currency: z.string().describe('The invoice currency: a fiat code, or a currency id.'),
    payerAddress: z.string().nullable().describe('As of payments.'),
    seen: PaymentMilestone.describe('The block that holds it.'),
  })
  .meta({
    id: 'PendingPayment',
    description:
      'A payment that was seen and waits for confirmations. It counts for nothing: its chain may still take it back.',
    examples: [samplePendingPayment],
  });
