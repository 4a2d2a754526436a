import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { AmountSummary, FeePlan } from '#modules/fees/index.ts';
import { Branding } from '#modules/orchestrators/index.ts';
import { BLOCK_REASONS } from '#modules/secure-payments/index.ts';
import { ChildContext, RECOVERY_ACTIONS, SAMPLE_CONTEXT } from './block-reason.ts';
import { SECOND_CHILD } from './creation-body.ts';
import { MULTICALL_STATUSES } from './status.ts';

/** The token of the bundle in the examples. */
export const SAMPLE_BUNDLE = '01KC9V3HR6B8D0F2H4K6M8P0R2';

const sampleChild = {
  securePaymentToken: SAMPLE.token,
  requestId: SAMPLE.requestId,
  position: 0,
  executable: true,
  blockReason: null,
  messageKey: null,
  context: SAMPLE_CONTEXT,
  recoveryAction: null,
  feePlan: null,
  amount: SAMPLE.amount,
  payee: SAMPLE.payee,
  reference: SAMPLE.reference,
};

const sampleBlocked = {
  ...sampleChild,
  securePaymentToken: SECOND_CHILD,
  position: 1,
  executable: false,
  blockReason: 'already_paid',
  messageKey: 'multicall.failures.already_paid',
  context: {
    ...SAMPLE_CONTEXT,
    securePaymentToken: SECOND_CHILD,
    position: 1,
    hasBeenPaid: true,
    securePaymentStatus: 'completed',
    requestStatus: 'paid',
  },
  recoveryAction: 'remove_child',
} as const;

const MulticallChild = z
  .object({
    securePaymentToken: z.string(),
    requestId: z.string(),
    position: z.int().min(0).describe('From 0.'),
    executable: z.boolean().describe('Whether it can be paid now, as a part of the bundle.'),
    blockReason: z.enum(BLOCK_REASONS).nullable().describe('Why not; null where it can.'),
    messageKey: z.string().nullable(),
    context: ChildContext,
    recoveryAction: z.enum(RECOVERY_ACTIONS).nullable(),
    feePlan: FeePlan.nullable(),
    amount: z.string().nullable().describe('Its amount, as a human decimal.'),
    paidAmount: z
      .string()
      .optional()
      .describe('What was paid of it; only after a part was. Added by Florin.'),
    payee: z.string().nullable().describe('Null where the link hides it and no wallet was sent.'),
    payeeEnsName: z
      .string()
      .optional()
      .describe(
        'For payers alone: the ENS name that the payee chose for itself, where that leads back to it; no proof of who it is. Left out without one. Added by Florin.',
      ),
    reference: z.string().nullable(),
  })
  .meta({
    id: 'MulticallChild',
    description: 'One payout link of a bundle.',
    examples: [sampleChild],
  });
/** One payout of a bundle, with the reason why it cannot be paid now. */
export type MulticallChildShown = z.output<typeof MulticallChild>;

const sampleTotal = { network: SAMPLE.network, currency: SAMPLE.currencyId, totalAmount: '25' };
const sampleSummary = {
  grossAmount: '25',
  netRecipientAmount: '25',
  totalFees: '0',
  payeeBorneFees: '0',
  payerBorneFees: '0',
  payerTotal: '25',
};

const CurrencyTotal = z
  .object({ network: z.string(), currency: z.string(), totalAmount: z.string() })
  .meta({
    id: 'MulticallCurrencyTotal',
    description: 'The sum of all children of a bundle in one currency, as a human decimal.',
    examples: [sampleTotal],
  });

const MulticallTotals = z
  .object({
    childCount: z.int().min(0),
    blockedChildCount: z.int().min(0).describe('Of them, those that cannot be paid now.'),
    byDestinationCurrency: z.array(CurrencyTotal),
    amountSummary: AmountSummary.describe(
      'Of all children, where they are of one currency or all in dollar stablecoins; otherwise of those in dollar stablecoins.',
    ),
  })
  .meta({
    id: 'MulticallTotals',
    description: 'The sums of a bundle, over all its children in any status.',
    examples: [
      {
        childCount: 2,
        blockedChildCount: 1,
        byDestinationCurrency: [sampleTotal],
        amountSummary: sampleSummary,
      },
    ],
  });

const sampleAnalytics = {
  creationTimestamp: SAMPLE.createdAt,
  totalPaymentAmountUsd: '25',
  feeAmountsUsdUnavailableReason: 'fee_plan_unavailable',
  numberOfPaymentsExcludingFees: 2,
  destinationIds: [],
} as const;

const MulticallAnalytics = z
  .object({
    creationTimestamp: z.iso.datetime().optional(),
    totalPaymentAmountUsd: z
      .string()
      .optional()
      .describe('Left out where any child is paid in something else than dollar stablecoins.'),
    protocolFeeAmountUsd: z.string().optional().describe('Only with fee plans, as the next two.'),
    orchestratorPayerFeeAmountUsd: z.string().optional(),
    orchestratorRecipientFeeAmountUsd: z.string().optional(),
    feeAmountsUsdUnavailableReason: z.enum(['fee_plan_unavailable']).optional(),
    numberOfPaymentsExcludingFees: z.int().min(0).optional(),
    destinationIds: z.array(z.string()).optional().describe('Payouts name none.'),
  })
  .meta({
    id: 'MulticallAnalytics',
    description: 'Facts for counting, without names of vendors; amounts are decimals in dollars.',
    examples: [sampleAnalytics],
  });

/** A bundle of two links, the second of which was paid by itself. */
export const SAMPLE_DETAILS = {
  paymentType: 'multicall',
  status: 'pending',
  token: SAMPLE_BUNDLE,
  requestIds: [SAMPLE.requestId, SAMPLE.requestId],
  canExecute: true,
  createdAt: SAMPLE.createdAt,
  expiresAt: SAMPLE.expiresAt,
  redirectUrl: null,
  redirectLabel: null,
  orchestratorId: null,
  branding: null,
  analytics: sampleAnalytics,
  children: [sampleChild, sampleBlocked],
  totals: {
    childCount: 2,
    blockedChildCount: 1,
    byDestinationCurrency: [sampleTotal],
    amountSummary: sampleSummary,
  },
} as const;

/** A bundle with all its children, without calldata. */
export const MulticallDetails = z
  .object({
    paymentType: z.literal('multicall'),
    status: z.enum(MULTICALL_STATUSES),
    token: z.string(),
    requestIds: z.array(z.string()).describe('In the order of the children.'),
    canExecute: z
      .boolean()
      .describe(
        'Whether `/pay` prepares anything without a source: a child can be paid, and all that can be are on one network.',
      ),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().describe('The earliest deadline of the children.'),
    redirectUrl: z.string().nullable().describe('Null: bundles have none.'),
    redirectLabel: z.string().nullable(),
    orchestratorId: z.string().nullable(),
    branding: Branding.nullable(),
    analytics: MulticallAnalytics,
    children: z.array(MulticallChild),
    totals: MulticallTotals,
  })
  .meta({
    id: 'MulticallPayout',
    description: 'A bundle of payout links with all its children.',
    examples: [SAMPLE_DETAILS],
  });
/** A bundle with all its children. */
export type MulticallDetails = z.output<typeof MulticallDetails>;
