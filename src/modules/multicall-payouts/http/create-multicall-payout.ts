import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import type { Context } from '#context.ts';
import { CREATOR_REFUSALS } from '#modules/requests/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { createMulticallPayout } from '../create-multicall-payout.ts';
import { FAILURE_REASONS, RECOVERY_ACTIONS, SAMPLE_CONTEXT } from '../model/block-reason.ts';
import {
  CHILDREN_MAX,
  CreateMulticallPayoutRequest,
  SECOND_CHILD,
} from '../model/creation-body.ts';
import { SAMPLE_BUNDLE } from '../model/details-shape.ts';

const sampleItem = {
  securePaymentToken: SAMPLE.token,
  requestId: SAMPLE.requestId,
  position: 0,
  eligibility: 'eligible',
} as const;

const MulticallItem = z
  .object({
    securePaymentToken: z.string(),
    requestId: z.string(),
    position: z.int().min(0).describe('From 0.'),
    eligibility: z
      .enum(['eligible', 'stale'])
      .optional()
      .describe('`eligible`, or there is no bundle.'),
  })
  .meta({ id: 'MulticallItem', description: 'A child of a new bundle.', examples: [sampleItem] });

const MulticallCreated = z
  .object({
    type: z.literal('multicall'),
    token: z.string().describe('The ULID that names the bundle, and the right to read and pay it.'),
    securePaymentUrl: z.url().optional().describe('Where the payer opens the bundle.'),
    status: z.enum(['pending', 'expired']),
    expiresAt: z.iso.datetime().describe('The earliest deadline of the children.'),
    createdAt: z.iso.datetime(),
    items: z.array(MulticallItem),
  })
  .meta({
    id: 'CreateMulticallPayoutResponse',
    description: 'A new bundle.',
    examples: [
      {
        type: 'multicall',
        token: SAMPLE_BUNDLE,
        securePaymentUrl: `https://pay.example/?token=${SAMPLE_BUNDLE}`,
        status: 'pending',
        expiresAt: SAMPLE.expiresAt,
        createdAt: SAMPLE.createdAt,
        items: [sampleItem, { ...sampleItem, securePaymentToken: SECOND_CHILD, position: 1 }],
      },
    ],
  });

const sampleFailure = {
  securePaymentToken: SECOND_CHILD,
  reason: 'already_paid',
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

const MulticallFailure = z
  .object({
    securePaymentToken: z.string().describe('`*` where it is about the whole list.'),
    reason: z.enum(FAILURE_REASONS),
    messageKey: z.string(),
    context: z
      .record(z.string(), z.unknown())
      .describe('How the child stands, as `MulticallChildContext`; empty for the whole list.'),
    recoveryAction: z.enum(RECOVERY_ACTIONS),
  })
  .meta({
    id: 'MulticallFailure',
    description: 'One thing that stands against a bundle.',
    examples: [sampleFailure],
  });

const sampleCap = { type: 'child_count', maximum: 150, actual: 151, reduceBy: 1 } as const;

const MulticallCap = z
  .object({
    type: z.literal('child_count'),
    maximum: z.int(),
    actual: z.int(),
    reduceBy: z.int(),
  })
  .meta({ id: 'MulticallCap', description: 'A limit of the list.', examples: [sampleCap] });

const sampleField = {
  docUrl: 'https://api.example/docs',
  correlationId: '01JZ8Y6Q4W3V5N2M1K0H9G8F7E',
};
const sampleProblem = {
  statusCode: 400,
  message: 'Multicall validation failed',
  error: 'Bad Request',
  code: 'multicall_validation_failed',
};

const MulticallFieldError = z.object({ field: z.string(), message: z.string() }).meta({
  id: 'MulticallFieldError',
  description: 'A child that does not fit, and why.',
  examples: [
    {
      field: 'childTokens[1]',
      message: 'childTokens[1] is on sepolia and the first payable child is on base',
    },
  ],
});

const MulticallRefused = z
  .object({
    statusCode: z.int().describe('The HTTP status, once more.'),
    message: z.string().describe('What went wrong, for people.'),
    error: z.string().describe('The status in words.'),
    code: z.string().describe('A stable word for programs.'),
    failures: z
      .array(MulticallFailure)
      .describe('Everything at once: of the list first, then of the children in their order.'),
    cap: MulticallCap.optional().describe('Only where the list is too long.'),
    errors: z
      .array(MulticallFieldError)
      .optional()
      .describe('Children that do not fit the others or a route.'),
    docUrl: z.string(),
    correlationId: z.string(),
  })
  .meta({
    id: 'MulticallPayoutError',
    description: 'Children of which no bundle can be made.',
    examples: [
      {
        ...sampleProblem,
        failures: [
          {
            securePaymentToken: '*',
            reason: 'too_many_children',
            messageKey: 'multicall.failures.too_many_children',
            context: {},
            recoveryAction: 'recreate_reduced',
          },
        ],
        cap: sampleCap,
        ...sampleField,
      },
    ],
  });

/** `POST /v2/secure-payments/multicall-payouts`: puts payout links under one parent. */
export const createMulticallPayoutEndpoint = endpoint({
  operationId: 'createMulticallPayout',
  host: 'api',
  method: 'post',
  path: '/v2/secure-payments/multicall-payouts',
  tag: 'Secure payments',
  summary: 'Puts payout links under one parent, to be paid as a bundle.',
  description: `Each child can still be paid by itself. The setting \`MULTICALL_CHILDREN_MAX\` says how many a bundle takes, ${CHILDREN_MAX} at most. Where one transaction cannot pay all, \`/pay\` answers several, each of which pays its children or none.`,
  accepts: ['orchestrator_pair', 'api_key', 'client_id', 'session'],
  leastRole: 'finance',
  params: z.object({}),
  query: z.strictObject({}),
  body: CreateMulticallPayoutRequest,
  answer: { status: 201, schema: MulticallCreated },
  refusals: [
    {
      status: 400,
      when: 'A child does not fit, there are too many, or a field breaks its rule.',
      schema: MulticallRefused,
    },
    {
      status: 403,
      when: 'The client ID is linked to an orchestrator and came without its key.',
      examples: [CREATOR_REFUSALS.clientIdLinked()],
    },
  ],
  run: (ctx: Context, { body }) => createMulticallPayout(ctx, body),
});
