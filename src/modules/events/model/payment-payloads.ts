import { z } from 'zod';
import type { Currency } from '#catalog/currencies.ts';
import { explorerTransactionUrl, NETWORK_IDS, type Network } from '#catalog/networks.ts';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { printAmount } from '#kit/amount.ts';
import { isoTime } from '#kit/clock.ts';
import type { Hex } from '#kit/hex.ts';

/** An amount for people: no exponent, no zeros at either end. */
export const decimal = z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/);

const sampleFee = { type: 'platform', amount: SAMPLE.fee, currency: SAMPLE.symbol };

const Fee = z
  .strictObject({
    type: z.string().describe('`platform` for the fee that the link was created with.'),
    amount: decimal,
    currency: z.string().describe('A token symbol.'),
  })
  .meta({
    id: 'PaymentEventFee',
    description: 'A fee that a transaction was seen to pay.',
    examples: [sampleFee],
  });

const common = {
  requestId: z.string().describe('`01` and 64 hex digits.'),
  requestID: z.string().describe('The same value as `requestId`.'),
  paymentReference: z.string().describe('`0x` and 16 hex digits.'),
  explorer: z.string().optional().describe('Where people look the transaction up.'),
  amount: decimal.describe('What this transfer brought the payee.'),
  totalAmountPaid: decimal.describe('What all transfers that stand have brought so far.'),
  expectedAmount: decimal.describe('What was asked for, without a fee.'),
  excessAmount: decimal.optional().describe('What was paid above the expected amount.'),
  timestamp: z.iso.datetime().describe('When it was recorded, to the millisecond.'),
  txHash: z.string(),
  payerAddress: z.string().nullable().describe('The wallet whose tokens moved.'),
  payerEoaAddress: z
    .string()
    .nullable()
    .describe('The wallet that was connected; null where only the chain is known.'),
  network: z.enum(NETWORK_IDS),
  currency: z.string().describe('A token symbol, such as `USDC`.'),
  paymentCurrency: z.string().describe('A token symbol, such as `USDC`.'),
  isCryptoToFiat: z.boolean(),
  subStatus: z.string().describe('Empty where there is none.'),
  paymentProcessor: z.string().describe('`service-network`, unless a setting renames it.'),
  fees: z.array(Fee).describe('Fees that the same transaction was seen to pay.'),
  reference: z.string().optional().describe("The integrator's own reference, where one was given."),
  securePaymentToken: z.string().optional(),
  paymentToken: z.string().optional().describe('The same value as `securePaymentToken`.'),
  clientId: z.string().optional().describe('The client ID that the link was created with.'),
  orchestratorId: z
    .string()
    .optional()
    .describe('The partner that created the link, where one did.'),
  late: z.literal(true).optional().describe('The transfer came after the deadline of the link.'),
};

/** What receivers of `payment.confirmed` are sent. */
export const PaymentConfirmed = z.strictObject({
  event: z.literal('payment.confirmed'),
  ...common,
});

/** What receivers of `payment.partial` are sent. */
export const PaymentPartial = z.strictObject({ event: z.literal('payment.partial'), ...common });

/** What readers of `payment.reverted` see: the totals are those without the lost transfer. */
export const PaymentReverted = z.strictObject({ event: z.literal('payment.reverted'), ...common });

/** What any event of a payment carries. */
export type PaymentPayload = z.infer<
  typeof PaymentConfirmed | typeof PaymentPartial | typeof PaymentReverted
>;

/** What receivers are shown in the API description, all but `event`. */
export const SAMPLE_PAYMENT_NEWS = {
  requestId: SAMPLE.requestId,
  requestID: SAMPLE.requestId,
  paymentReference: SAMPLE.paymentReference,
  explorer: SAMPLE.explorerUrl,
  amount: SAMPLE.amount,
  totalAmountPaid: SAMPLE.amount,
  expectedAmount: SAMPLE.amount,
  timestamp: SAMPLE.paidAt,
  txHash: SAMPLE.transactionHash,
  payerAddress: SAMPLE.payer,
  payerEoaAddress: null,
  network: SAMPLE.network,
  currency: SAMPLE.symbol,
  paymentCurrency: SAMPLE.symbol,
  isCryptoToFiat: false,
  subStatus: '',
  paymentProcessor: 'service-network',
  fees: [sampleFee],
  reference: SAMPLE.reference,
  securePaymentToken: SAMPLE.token,
  paymentToken: SAMPLE.token,
  clientId: SAMPLE.clientId,
} as const;

/** The processor's name of the specification; a setting may rename it where webhooks are sent. */
const CRYPTO_PROCESSOR = 'service-network';

/** What is known about a transfer when it is told. */
export interface PaymentFacts {
  readonly event: PaymentPayload['event'];
  /** The public request id. */
  readonly requestId: string;
  readonly paymentReference: string;
  readonly network: Network;
  readonly currency: Currency;
  readonly amountUnits: bigint;
  readonly totalPaidUnits: bigint;
  readonly expectedUnits: bigint;
  readonly at: Date;
  readonly transactionHash: Hex;
  readonly payerAddress: string;
  readonly feeUnits: bigint;
  readonly late: boolean;
  /** The link that asked for the money, where one did. */
  readonly link:
    | {
        readonly token: string;
        readonly reference: string | null;
        /** The public `cli_...` text. */
        readonly clientId: string | null;
        /** The partner that created it, where one did. */
        readonly orchestratorId: string | null;
      }
    | undefined;
}

/** The payload of a payment event, in the order in which its keys are sent. */
export function paymentPayload(facts: PaymentFacts): PaymentPayload {
  const print = (units: bigint) => printAmount(units, facts.currency.decimals);
  const { symbol } = facts.currency;
  const excessUnits = facts.totalPaidUnits - facts.expectedUnits;
  return {
    event: facts.event,
    requestId: facts.requestId,
    requestID: facts.requestId,
    paymentReference: facts.paymentReference,
    explorer: explorerTransactionUrl(facts.network, facts.transactionHash),
    amount: print(facts.amountUnits),
    totalAmountPaid: print(facts.totalPaidUnits),
    expectedAmount: print(facts.expectedUnits),
    ...(excessUnits > 0n ? { excessAmount: print(excessUnits) } : {}),
    timestamp: isoTime(facts.at),
    txHash: facts.transactionHash,
    payerAddress: facts.payerAddress,
    // Only the chain's log is known here; it names whose tokens moved and not who signed.
    payerEoaAddress: null,
    network: facts.network.id,
    currency: symbol,
    paymentCurrency: symbol,
    isCryptoToFiat: false,
    subStatus: '',
    paymentProcessor: CRYPTO_PROCESSOR,
    fees:
      facts.feeUnits > 0n
        ? [{ type: 'platform', amount: print(facts.feeUnits), currency: symbol }]
        : [],
    ...linkKeys(facts.link),
    ...(facts.late ? { late: true } : {}),
  };
}

function linkKeys(link: PaymentFacts['link']) {
  if (link === undefined) return {};
  return {
    ...(link.reference === null ? {} : { reference: link.reference }),
    securePaymentToken: link.token,
    paymentToken: link.token,
    ...(link.clientId === null ? {} : { clientId: link.clientId }),
    ...(link.orchestratorId === null ? {} : { orchestratorId: link.orchestratorId }),
  };
}
