import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import {
  RecurringCall,
  RecurringPermit,
  RevivedId,
  SAMPLE_ID,
  SAMPLES,
} from '../model/signing-shapes.ts';
import { viewRecurringPayoutPage } from '../view-recurring-payout-page.ts';
import { NOT_FOUND, RecurringPayoutPageParams } from './shapes.ts';

const sampleDue = { index: 1, dueAt: '2030-01-01T00:00:00.000Z', status: 'waiting' as const };
const sampleRevived = {
  id: SAMPLE_ID,
  remainingPayments: 2,
  expiresAt: '2030-01-10T00:00:00.000Z',
};
const sampleAllowance = {
  spender: SAMPLES.permit.domain.verifyingContract,
  neededUnits: '37500000',
  currentUnits: '0',
  otherPaymentsUnits: '0',
  balanceUnits: '100000000',
  transactions: [SAMPLES.call],
  loweringTransactions: [],
  revives: [],
};
const samplePage = {
  id: SAMPLE_ID,
  status: 'pending' as const,
  network: SAMPLE.network,
  networkName: 'Base',
  chainId: 8_453,
  currency: SAMPLE.currencyId,
  symbol: 'USDC',
  decimals: 6,
  tokenAddress: SAMPLE.payee,
  payer: SAMPLE.payer,
  payee: SAMPLE.payee,
  reference: null,
  amount: '12.5',
  fee: '0',
  feeAddress: null,
  relayerFee: '0',
  totalPerPayment: '12.5',
  totalAtMost: '37.5',
  remainingAtMost: '37.5',
  frequency: 'DAILY' as const,
  periodSeconds: 86_400,
  totalPayments: 3,
  processedPayments: 0,
  nextPaymentDate: sampleDue.dueAt,
  expiresAt: '2030-01-10T00:00:00.000Z',
  payments: [sampleDue],
  failureReason: null,
  isAllowanceLowered: false,
  recurringPaymentPermit: SAMPLES.permit,
  stopMessage: `Stop the recurring payout ${SAMPLE_ID}. No further payment of it is to be made.`,
  allowance: sampleAllowance,
};

const Due = z
  .object({
    index: z.int(),
    dueAt: z.iso.datetime(),
    status: z
      .enum(['waiting', 'due', 'sent', 'paid', 'paid_elsewhere', 'failed', 'lost'])
      .describe('`lost`: the contract took it and the token moved nothing.'),
  })
  .meta({
    id: 'RecurringPaymentDue',
    description: 'One payment of the schedule.',
    examples: [sampleDue],
  });

const Allowance = z
  .object({
    spender: z.string().describe('The contract that takes the payments.'),
    neededUnits: z
      .string()
      .describe('What is left of this and of the payer’s other recurring payouts takes.'),
    currentUnits: z.string(),
    otherPaymentsUnits: z.string().describe('The part of the others.'),
    balanceUnits: z.string().describe('What the payer has of the token.'),
    transactions: z.array(RecurringCall).describe('The approvals that are missing.'),
    loweringTransactions: z
      .array(RecurringCall)
      .describe(
        'Of a cancelled one: what the payer sends so that the contract takes nothing of it.',
      ),
    revives: z
      .array(
        z.object({ id: RevivedId, remainingPayments: z.int(), expiresAt: z.iso.datetime() }).meta({
          id: 'RevivedRecurringPayment',
          description: 'A cancelled recurring payout whose permit is usable until then.',
          examples: [sampleRevived],
        }),
      )
      .describe('What was cancelled and could be taken again under a new allowance.'),
  })
  .meta({
    id: 'RecurringPaymentAllowance',
    description: 'What the payer allows the contract, in the smallest unit.',
    examples: [sampleAllowance],
  });

/** `GET /v2/recurring-payouts/{token}`: what the page of a recurring payout shows. */
export const viewRecurringPayoutPageEndpoint = endpoint({
  operationId: 'viewRecurringPayoutPage',
  hasNodeQueries: true,
  host: 'api',
  method: 'get',
  path: '/v2/recurring-payouts/{token}',
  tag: 'Payouts',
  summary: 'Shows a recurring payout to its payer.',
  description:
    'The token is the right to read it, with any active client ID whose origin matches. Added by Florin.',
  accepts: ['client_id'],
  originRequired: true,
  params: RecurringPayoutPageParams,
  query: z.strictObject({}),
  body: undefined,
  answer: {
    status: 200,
    schema: z
      .object({
        id: z.string(),
        status: z.enum(['pending', 'active', 'paused', 'completed', 'cancelled']),
        network: z.string(),
        networkName: z.string(),
        chainId: z.int(),
        currency: z.string(),
        symbol: z.string(),
        decimals: z.int(),
        tokenAddress: z.string(),
        payer: z.string(),
        payee: z.string(),
        reference: z.string().nullable(),
        amount: z.string().describe('What the payee gets of each payment.'),
        fee: z.string(),
        feeAddress: z.string().nullable(),
        relayerFee: z.string().describe('What who sends a payment gets of it.'),
        totalPerPayment: z.string(),
        totalAtMost: z.string().describe('All payments with every fee.'),
        remainingAtMost: z.string(),
        frequency: z.enum(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']),
        periodSeconds: z.int(),
        totalPayments: z.int(),
        processedPayments: z.int(),
        nextPaymentDate: z.iso.datetime().nullable(),
        expiresAt: z.iso.datetime().describe('After it nothing can be taken.'),
        payments: z.array(Due),
        failureReason: z.string().nullable(),
        isAllowanceLowered: z.boolean(),
        recurringPaymentPermit: RecurringPermit,
        stopMessage: z.string().describe('What the payer signs to stop it.'),
        allowance: Allowance,
      })
      .meta({
        id: 'RecurringPayoutPageResponse',
        description: 'A recurring payout as its payer sees it; amounts are decimals.',
        examples: [samplePage],
      }),
  },
  refusals: [NOT_FOUND],
  run: (ctx: Context, { params }) => viewRecurringPayoutPage(ctx, params),
});
