import { z } from 'zod';
import type { Currency } from '#catalog/currencies.ts';
import { NetworkWord } from '#catalog/network-shape.ts';
import { explorerTransactionUrl, type Network, writtenHash } from '#catalog/networks.ts';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { printAmount, printRate } from '#kit/amount.ts';
import { isoTime } from '#kit/clock.ts';
import type { Hex } from '#kit/hex.ts';
import { CreatedBy, Flow } from './creation.ts';
import { CustomerInfo } from './customer-info.ts';
import { eventFeeType } from './event-fee-type.ts';
import { LinkClientId, LinkOrigin } from './link-client-id.ts';
import { payoutKeys, processor } from './processors.ts';
import { RecurringPayment, recurringKeys } from './recurring-payment.ts';

/** An amount for people: no exponent, no zeros at either end. */
export const decimal = z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/);

const sampleFee = { type: 'platform', amount: SAMPLE.fee, currency: SAMPLE.symbol };

const Fee = z
  .strictObject({
    type: z
      .string()
      .describe(
        '`platform` for the fee inside the payment itself; `orchestrator_fee` or `protocol_fee` for one that was paid beside it.',
      ),
    amount: decimal,
    currency: z.string().describe('A token symbol.'),
  })
  .meta({
    id: 'PaymentEventFee',
    description: 'A fee that was paid with the payment, by the token’s Transfer log.',
    examples: [sampleFee],
  });

/** A block, and when we scanned it. */
const EventMilestone = z
  .strictObject({
    blockNumber: z.int().min(0),
    at: z.iso.datetime().describe('By our clock.'),
  })
  .meta({
    id: 'PaymentEventMilestone',
    description: 'When a payment got so far on its chain.',
    examples: [SAMPLE.seen],
  });

const common = {
  requestId: z.string().describe('`01` and 64 hex digits.'),
  requestID: z.string().describe('The same value as `requestId`.'),
  paymentReference: z.string().describe('`0x` and 16 hex digits.'),
  explorer: z.string().optional().describe('The transaction in the network’s explorer.'),
  amount: decimal.describe('What this transfer brought the payee.'),
  totalAmountPaid: decimal.describe('What all transfers that stand have brought so far.'),
  expectedAmount: decimal.describe('The requested amount, without a fee.'),
  excessAmount: decimal.optional().describe('What was paid above the expected amount.'),
  timestamp: z.iso.datetime().describe('When it was recorded, to the millisecond.'),
  txHash: z.string(),
  payerAddress: z
    .string()
    .nullable()
    .describe(
      'The wallet whose tokens moved; from another network, who sent it there, or null where that was not found.',
    ),
  detectionSource: z
    .literal('lifi')
    .optional()
    .describe('That a bridge made the payment for a deposit on another network; absent otherwise.'),
  payerEoaAddress: z
    .string()
    .nullable()
    .describe(
      'The wallet whose tokens the payer, a smart account, paid with; null where the chain does not show one.',
    ),
  network: NetworkWord,
  currency: z
    .string()
    .describe('What the amounts are in: a token symbol, or a fiat code such as `EUR`.'),
  paymentCurrency: z.string().describe('A token symbol, such as `USDC`.'),
  isCryptoToFiat: z.boolean(),
  offrampId: z.string().optional().describe('Of a payout to a bank only: the transfer there.'),
  subStatus: z.string().describe('Empty where there is none.'),
  paymentProcessor: processor,
  fees: z
    .array(Fee)
    .describe(
      'Fees that were paid: by the same transaction, and before it by other ones of the request.',
    ),
  conversionRate: decimal
    .optional()
    .describe('What one token counted for, in `currency`. Only of a conversion, as those below.'),
  convertedAmountSource: decimal.optional().describe('What the payee received, in tokens.'),
  convertedAmountDestination: decimal.optional().describe('The same as `amount`.'),
  conversionRateSource: decimal.optional().describe('The same as `conversionRate`.'),
  conversionRateDestination: decimal.optional().describe('Always 1: amounts are in `currency`.'),
  rateProvider: z.literal('chainlink').optional().describe('Whose rate the contract took.'),
  reference: z.string().optional().describe("The integrator's own reference, where one was given."),
  securePaymentToken: z.string().optional(),
  paymentToken: z.string().optional().describe('The same value as `securePaymentToken`.'),
  clientId: LinkClientId.optional(),
  orchestratorId: z
    .string()
    .optional()
    .describe('The partner that created the link, where one did.'),
  late: z.literal(true).optional().describe('The transfer came after the deadline of the link.'),
  requestAlreadyPaid: z
    .literal(true)
    .optional()
    .describe(
      'Other transfers had paid the request in full before: this one is additional money for a request that was reported as paid. Of `payment.confirmed` only.',
    ),
  payee: z
    .string()
    .optional()
    .describe(
      'The wallet that was paid. This and the next four are absent where an earlier release recorded the event.',
    ),
  destinationId: z
    .string()
    .nullable()
    .optional()
    .describe('Payee, chain and token as a destination ID; null for a network’s own coin.'),
  flow: Flow.optional().describe('`outgoing` for payouts.'),
  createdBy: CreatedBy.nullable()
    .optional()
    .describe(
      'What proved who created the request. `public_client_id`: a client ID with domains, which is public.',
    ),
  receivedAmount: decimal
    .optional()
    .describe('What the payee’s balance gained by this transfer, net, in `paymentCurrency`.'),
  agreement: z
    .literal('single')
    .optional()
    .describe(
      'Only one of several nodes answered and its word was enough; it is checked again once another is back.',
    ),
  payerDecision: z
    .enum(['approved', 'released'])
    .optional()
    .describe('What was decided about its payer after it was seen; `released` by the account.'),
  origin: LinkOrigin.optional(),
  customerInfo: CustomerInfo.optional().describe('Where the request was created with it.'),
  recurringPayment: RecurringPayment.optional(),
};

/** How far the transfer got. Receivers of the documented events are not sent it: their shape is public. */
const milestones = {
  seen: EventMilestone.optional().describe('The block of the transfer.'),
  confirmed: EventMilestone.nullable()
    .optional()
    .describe('The newest scanned block when it was deep enough to count.'),
  finalized: EventMilestone.nullable()
    .optional()
    .describe('The newest scanned block when it became final; null while it is not.'),
};

/** What receivers of `payment.confirmed` are sent. */
export const PaymentConfirmed = z.strictObject({
  event: z.literal('payment.confirmed'),
  ...common,
});

/** What receivers of `payment.partial` are sent. */
export const PaymentPartial = z.strictObject({ event: z.literal('payment.partial'), ...common });

/** What readers of `payment.confirmed` see. */
export const RecordedConfirmed = PaymentConfirmed.extend(milestones);

/** What readers of `payment.partial` see. */
export const RecordedPartial = PaymentPartial.extend(milestones);

/** The payload of `payment.reverted`: the totals are those without the reverted transfer. */
export const PaymentReverted = z.strictObject({
  event: z.literal('payment.reverted'),
  ...common,
  ...milestones,
});

/** What readers of `payment.finalized` see: a payment that was reported can no longer be taken back. */
export const PaymentFinalized = z.strictObject({
  event: z.literal('payment.finalized'),
  ...common,
  ...milestones,
});

/** What any event of a payment carries. */
export type PaymentPayload = z.infer<
  typeof PaymentConfirmed | typeof PaymentPartial | typeof PaymentReverted | typeof PaymentFinalized
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
  payee: SAMPLE.payee,
  destinationId: SAMPLE.destinationId,
  flow: 'incoming',
  createdBy: 'public_client_id',
  receivedAmount: SAMPLE.amount,
  origin: SAMPLE.origin,
} as const;

/** The milestones in examples of what carries them. */
export const SAMPLE_EVENT_MILESTONES = {
  seen: SAMPLE.seen,
  confirmed: SAMPLE.confirmed,
  finalized: null,
} as const;

/** What no receiver of the documented events is sent. */
export const MILESTONE_KEYS: readonly string[] = Object.keys(milestones);

/** A block, and when we scanned it. */
interface MilestoneInput {
  readonly blockNumber: bigint;
  readonly at: Date;
}

/** The data of a transfer when it is reported. */
export interface PaymentPayloadInput {
  readonly event: PaymentPayload['event'];
  /** The public request id. */
  readonly requestId: string;
  readonly paymentReference: string;
  readonly network: Network;
  /** What moved. */
  readonly currency: Currency;
  /** What the amounts below are in, and how many decimals they have. */
  readonly invoiceCurrency: { readonly symbol: string; readonly decimals: number };
  /** What moved in `currency`, where the invoice is in another currency. */
  readonly convertedUnits: bigint | undefined;
  readonly amountUnits: bigint;
  readonly totalPaidUnits: bigint;
  readonly expectedUnits: bigint;
  readonly at: Date;
  readonly transactionHash: Hex;
  /** Null for a payment of a bridge whose deposit was not found. */
  readonly payerAddress: string | null;
  /** The key whose tokens the payer, an account, paid with; null where the chain does not show one. */
  readonly payerEoaAddress: string | null;
  /** Whether a bridge made it, for a deposit on another network. */
  readonly isBridged: boolean;
  readonly payeeAddress: string;
  /** What was paid as a destination ID; null where what moved is a coin. */
  readonly destinationId: string | null;
  readonly flow: Flow;
  /** Null where an earlier release created the request. */
  readonly createdBy: CreatedBy | null;
  /** What the payee's balance gained, in units of `currency`. */
  readonly receivedUnits: bigint;
  /** The fee inside the payment itself. */
  readonly feeUnits: bigint;
  /** Which fee that is; the platform's where it is null or left out. */
  readonly feeType?: string | null;
  /** The fees that were paid beside it, each a request of its own. */
  readonly ownFees: readonly { readonly feeType: string; readonly units: bigint }[];
  readonly late: boolean;
  /** Whether one node alone was trusted. */
  readonly agreement: 'single' | undefined;
  /** What was decided about its payer after it was seen. */
  readonly payerDecision?: 'approved' | 'released' | undefined;
  /** Its milestones; transfers confirmed by an earlier release have fewer. */
  readonly milestones: {
    readonly seen: MilestoneInput;
    readonly confirmed: MilestoneInput | null;
    readonly finalized: MilestoneInput | null;
  };
  /** The link of the request, or the creator of the request, where either is stored. */
  readonly link:
    | {
        /** Null where a request without a link was paid. */
        readonly token: string | null;
        readonly reference: string | null;
        /** The public `cli_...` text. */
        readonly clientId: string | null;
        /** The partner that created it, where one did. */
        readonly orchestratorId: string | null;
        /** Where the client ID was used. */
        readonly origin: string | null;
      }
    | undefined;
  /** The recurring payout that it is an instalment of; null for others. */
  readonly recurringPayoutId: string | null;
  /** The payout to a bank that it was confirmed by; left out of others. */
  readonly offRampId?: string | undefined;
}

/** The payload of a payment event, in the order in which its keys are sent. */
export function paymentPayload(input: PaymentPayloadInput): PaymentPayload {
  const { symbol, decimals } = input.invoiceCurrency;
  const print = (units: bigint) => printAmount(units, decimals);
  const excessUnits = input.totalPaidUnits - input.expectedUnits;
  return {
    event: input.event,
    requestId: input.requestId,
    requestID: input.requestId,
    paymentReference: input.paymentReference,
    explorer: explorerTransactionUrl(input.network, input.transactionHash),
    amount: print(input.amountUnits),
    totalAmountPaid: print(input.totalPaidUnits),
    expectedAmount: print(input.expectedUnits),
    ...(excessUnits > 0n ? { excessAmount: print(excessUnits) } : {}),
    timestamp: isoTime(input.at),
    txHash: writtenHash(input.network.id, input.transactionHash),
    payerAddress: input.payerAddress,
    ...(input.isBridged ? { detectionSource: 'lifi' } : {}),
    payerEoaAddress: input.payerEoaAddress,
    network: input.network.id,
    currency: symbol,
    paymentCurrency: input.currency.symbol,
    ...payoutKeys(input.offRampId),
    fees: [{ feeType: input.feeType ?? 'platform_fee', units: input.feeUnits }, ...input.ownFees]
      .filter(({ units }) => units > 0n)
      .map(({ feeType, units }) => ({
        type: eventFeeType(feeType),
        amount: print(units),
        currency: symbol,
      })),
    ...conversionKeys(input),
    ...linkKeys(input.link),
    ...(input.late ? { late: true } : {}),
    ...(wasPaidBefore(input) ? { requestAlreadyPaid: true } : {}),
    payee: input.payeeAddress,
    destinationId: input.destinationId,
    flow: input.flow,
    createdBy: input.createdBy,
    receivedAmount: printAmount(input.receivedUnits, input.currency.decimals),
    ...recurringKeys(input.recurringPayoutId),
    ...(input.agreement === undefined ? {} : { agreement: input.agreement }),
    ...(input.payerDecision === undefined ? {} : { payerDecision: input.payerDecision }),
    seen: milestoneOf(input.milestones.seen),
    confirmed: input.milestones.confirmed && milestoneOf(input.milestones.confirmed),
    finalized: input.milestones.finalized && milestoneOf(input.milestones.finalized),
  };
}

/** Whether other transfers had paid the request in full when this one was counted. */
function wasPaidBefore({
  event,
  totalPaidUnits,
  amountUnits,
  expectedUnits,
}: PaymentPayloadInput): boolean {
  // The totals of other events are not those of the moment at which their payment was counted.
  return event === 'payment.confirmed' && totalPaidUnits - amountUnits >= expectedUnits;
}

function milestoneOf({ blockNumber, at }: MilestoneInput) {
  return { blockNumber: Number(blockNumber), at: isoTime(at) };
}

/** How the payment was converted: what moved, and what one token counted for. */
function conversionKeys(input: PaymentPayloadInput) {
  const { convertedUnits, invoiceCurrency, currency, amountUnits } = input;
  if (convertedUnits === undefined || convertedUnits === 0n) return {};
  const { decimals } = invoiceCurrency;
  const moved = { units: convertedUnits, decimals: currency.decimals };
  const rate = printRate({ units: amountUnits, decimals }, moved);
  return {
    conversionRate: rate,
    convertedAmountSource: printAmount(convertedUnits, currency.decimals),
    convertedAmountDestination: printAmount(amountUnits, invoiceCurrency.decimals),
    conversionRateSource: rate,
    conversionRateDestination: '1',
    rateProvider: 'chainlink' as const,
  };
}

function linkKeys(link: PaymentPayloadInput['link']) {
  if (link === undefined) return {};
  return {
    ...(link.reference === null ? {} : { reference: link.reference }),
    ...(link.token === null ? {} : { securePaymentToken: link.token, paymentToken: link.token }),
    ...(link.clientId === null ? {} : { clientId: link.clientId, origin: link.origin }),
    ...(link.orchestratorId === null ? {} : { orchestratorId: link.orchestratorId }),
  };
}
