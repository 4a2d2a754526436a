import { z } from 'zod';
import { BUNDLE_KINDS } from '#catalog/families.ts';
import { NetworkWord } from '#catalog/network-shape.ts';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { AccessDecision } from '#modules/compliance/index.ts';
import { FeePlan } from '#modules/fees/index.ts';
import { SentTransactions } from '#modules/forwarding/index.ts';
import { Merchant } from '#modules/merchant-profiles/index.ts';
import { MulticallDetails, SAMPLE_DETAILS } from '#modules/multicall-payouts/index.ts';
import { Branding } from '#modules/orchestrators/index.ts';
import { MASKED_ADDRESS } from '../model/payment-view.ts';
import { bankPayoutShown } from './bank-payout-shape.ts';
import { PaymentConversion } from './conversion-shape.ts';
import { RequestStatuses } from './link-refusals.ts';
import { PaymentIntents } from './payment-intent-view.ts';

const sampleOption = { balance: '150', hasEnoughBalance: true, neededAmount: SAMPLE.total };
const sampleOptions = { [SAMPLE.sourceChain]: { [SAMPLE.symbol]: sampleOption } };
const sampleDestination = {
  destinationId: SAMPLE.destinationId,
  payeeAddress: SAMPLE.interopAddress,
  tokenAddress: SAMPLE.tokenAddress,
  walletAddress: SAMPLE.payee,
  network: SAMPLE.network,
  isMasked: false,
};
const sampleAnalytics = {
  creationTimestamp: SAMPLE.createdAt,
  totalPaymentAmountUsd: SAMPLE.amount,
  feeAmountsUsdUnavailableReason: 'fee_plan_unavailable',
  numberOfPaymentsExcludingFees: 1,
  destinationIds: [SAMPLE.destinationId],
};

const PaymentOption = z
  .object({
    balance: z.string().describe('What the wallet has.'),
    hasEnoughBalance: z.boolean(),
    neededAmount: z.string().describe('What is still due, with the fee.'),
    durationSeconds: z.number().optional().describe('Added by Florin.'),
  })
  .meta({
    id: 'PaymentOption',
    description: 'One token of the wallet; human decimals.',
    examples: [sampleOption],
  });

const PaymentOptions = z.record(z.string(), z.record(z.string(), PaymentOption)).meta({
  id: 'PaymentOptions',
  description:
    'By source chain (`chain` of `/pay`), then by token symbol. Empty where the destination is on no source chain.',
  examples: [sampleOptions],
});

const Destination = z
  .object({
    destinationId: z.string().optional().describe('Left out where the payee is masked.'),
    payeeAddress: z.string().describe('Wallet and chain: the part before the token.'),
    tokenAddress: z.string(),
    walletAddress: z.string(),
    network: NetworkWord,
    isMasked: z.boolean().optional().describe('Whether both addresses of the payee are masked.'),
  })
  .meta({
    id: 'Destination',
    description: 'Whom the payment goes to.',
    examples: [sampleDestination],
  });

const Analytics = z
  .object({
    creationTimestamp: z.iso.datetime().optional(),
    totalPaymentAmountUsd: z
      .string()
      .optional()
      .describe(
        'The requested amount without fees on top; stablecoins are dollars. Left out where any part is none.',
      ),
    protocolFeeAmountUsd: z.string().optional().describe('Only with a fee plan, as the next two.'),
    orchestratorPayerFeeAmountUsd: z.string().optional(),
    orchestratorRecipientFeeAmountUsd: z.string().optional(),
    feeAmountsUsdUnavailableReason: z
      .enum(['fee_plan_unavailable'])
      .optional()
      .describe('In place of the three amounts: no fees were planned.'),
    numberOfPaymentsExcludingFees: z.int().min(0).optional(),
    destinationIds: z.array(z.string()).optional().describe('Left out where the payee is masked.'),
  })
  .meta({
    id: 'Analytics',
    description: 'Facts for counting; amounts are decimals in dollars.',
    examples: [sampleAnalytics],
  });

const decision = AccessDecision.optional().describe(
  'Only with `wallet`, where the link has an allowlist or hides anything.',
);

const merchantShown = Merchant.optional().describe('Left out where the merchant gave no name.');

const shared = {
  status: z.enum(['pending', 'completed', 'expired', 'invalidated', 'compliance_failed']),
  expiresAt: z.iso
    .datetime()
    .describe('The moment from which on it cannot be paid. Added by Florin.'),
  redirectUrl: z.string().nullable(),
  redirectLabel: z.string().nullable(),
  orchestratorId: z
    .string()
    .optional()
    .describe('The partner that created the link, where one did.'),
  branding: Branding.nullable().describe(
    'Of the page; null unless a partner created the link and has set it.',
  ),
  merchant: merchantShown,
  bankPayout: bankPayoutShown,
  analytics: Analytics.optional(),
  accessDecision: decision,
};

const seen = {
  ...shared,
  paymentOptions: PaymentOptions.optional().describe(
    'Only with `wallet`. Other networks are in it where a route leads from them, its fees included.',
  ),
  requestIds: z.array(z.string()),
  network: NetworkWord,
  reference: z.string().nullable(),
  isPayeeAddressMasked: z
    .boolean()
    .optional()
    .describe('Whether the payee is masked until a wallet is approved.'),
  feePlan: FeePlan.nullable().describe(
    'As agreed, of a batch in sum; null where none apply or a batch is in several currencies.',
  ),
  flow: z.enum(['incoming', 'outgoing']),
  requestStatuses: RequestStatuses.optional().describe(
    'While a payment that was seen waits for confirmations, or a part of a batch was paid. Added by Florin.',
  ),
  sentTransactions: SentTransactions.optional(),
  paymentIntents: PaymentIntents.optional(),
};

const ensName =
  'The ENS name that the payee chose for itself, where that leads back to it; an addition to the address, and no proof of who it is.';

/** What the page shows of a single payment. */
export const SecurePaymentView = z
  .object({
    paymentType: z.literal('single'),
    ...seen,
    payee: z
      .string()
      .describe(`The wallet that is paid; \`${MASKED_ADDRESS}\` where it is masked.`),
    payeeEnsName: z
      .string()
      .optional()
      .describe(`${ensName} Left out without one. Added by Florin.`),
    amount: z
      .string()
      .describe(
        'What is still due in smallest units, without the fees that the payer bears. Of an invoice in another currency what it takes at the rate of the moment.',
      ),
    paidAmount: z
      .string()
      .optional()
      .describe(
        'Only after a part was paid: in smallest units, or of an invoice in another currency in that one with eight decimals. Added by Florin.',
      ),
    paymentCurrency: z.string().describe('`<symbol>-<network>`.'),
    isNativeCurrency: z.boolean(),
    destination: Destination.nullable(),
    paymentReference: z.string().nullable(),
    conversion: PaymentConversion.optional(),
  })
  .meta({
    id: 'SecurePayment',
    description: 'Display data of a single payment.',
    examples: [
      {
        paymentType: 'single',
        status: 'pending',
        expiresAt: SAMPLE.expiresAt,
        redirectUrl: SAMPLE.redirectUrl,
        redirectLabel: SAMPLE.redirectLabel,
        branding: null,
        paymentOptions: sampleOptions,
        analytics: sampleAnalytics,
        requestIds: [SAMPLE.requestId],
        payee: SAMPLE.payee,
        network: SAMPLE.network,
        amount: SAMPLE.amountUnits,
        paymentCurrency: SAMPLE.currencyId,
        isNativeCurrency: false,
        destination: sampleDestination,
        reference: SAMPLE.reference,
        isPayeeAddressMasked: false,
        feePlan: null,
        paymentReference: SAMPLE.paymentReference,
        flow: 'incoming',
      },
    ],
  });

/** What the page shows of a batch. */
export const SecurePaymentBatchView = z
  .object({
    paymentType: z.literal('batch'),
    ...seen,
    payees: z.array(z.string()).describe('In the order of `requestIds`, as all lists here.'),
    payeeEnsNames: z
      .array(z.string().nullable())
      .optional()
      .describe(`Of each, null without one. ${ensName} Only where one has any. Added by Florin.`),
    amounts: z
      .array(z.string())
      .describe(
        'What is still due of each without a fee, in smallest units; `0` for one that was paid.',
      ),
    paidAmounts: z
      .array(z.string().nullable())
      .optional()
      .describe(
        'What was paid of each, in smallest units; null for an invoice in another currency. Only after a part was. Added by Florin.',
      ),
    paymentCurrencies: z.array(z.string()),
    isNativeCurrency: z.array(z.boolean()),
    destinations: z.array(Destination.nullable()),
    paymentReferences: z.array(z.string()).describe('Added by Florin.'),
    conversions: z
      .array(PaymentConversion.nullable())
      .optional()
      .describe('Only where any is converted.'),
    feePlans: z
      .array(FeePlan.nullable())
      .optional()
      .describe('The fees of each as agreed; only where one has any. Added by Florin.'),
  })
  .meta({
    id: 'SecurePaymentBatch',
    description: 'Display data of a batch: several payments, made by one transaction.',
    examples: [
      {
        paymentType: 'batch',
        status: 'pending',
        expiresAt: SAMPLE.expiresAt,
        redirectUrl: null,
        redirectLabel: null,
        branding: null,
        requestIds: [SAMPLE.requestId, SAMPLE.requestId],
        payees: [SAMPLE.payee, SAMPLE.payee],
        network: SAMPLE.network,
        amounts: [SAMPLE.amountUnits, '3000000'],
        paymentCurrencies: [SAMPLE.currencyId, SAMPLE.currencyId],
        isNativeCurrency: [false, false],
        destinations: [sampleDestination, null],
        reference: SAMPLE.reference,
        isPayeeAddressMasked: false,
        feePlan: null,
        paymentReferences: [SAMPLE.paymentReference, '0x8899aabbccddeeff'],
        flow: 'incoming',
      },
    ],
  });

/** What is shown of a payment that is hidden until a wallet is approved. */
export const HiddenSecurePaymentView = z
  .object({ paymentType: z.enum(['single', 'batch']), ...shared })
  .meta({
    id: 'HiddenSecurePayment',
    description:
      'A payment that is hidden until a wallet is approved: neither payee nor amount nor requests.',
    examples: [
      {
        paymentType: 'single',
        status: 'pending',
        expiresAt: SAMPLE.expiresAt,
        redirectUrl: null,
        redirectLabel: null,
        branding: null,
        analytics: { creationTimestamp: SAMPLE.createdAt },
      },
    ],
  });

/** What the page shows of a bundle. */
export const SecurePaymentBundleView = MulticallDetails.extend({
  merchant: merchantShown,
  executionKind: z.enum(BUNDLE_KINDS).optional().describe('As requested. Added by Florin.'),
  paymentOptions: PaymentOptions.optional().describe(
    'Only with `wallet`, where all that can be paid is on one network.',
  ),
  sentTransactions: SentTransactions.optional(),
  paymentIntents: PaymentIntents.optional(),
  requestStatuses: RequestStatuses.optional().describe(
    'How the children stand; once a payment was seen. Added by Florin.',
  ),
}).meta({
  id: 'SecurePaymentBundle',
  description: 'Display data of a bundle: several payout links, paid together.',
  examples: [{ ...SAMPLE_DETAILS, paymentOptions: sampleOptions }],
});
