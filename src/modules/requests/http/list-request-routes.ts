import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { listRequestRoutes } from '../list-request-routes.ts';
import { RouteQuery } from '../model/route-query.ts';
import { payerRefusals } from './payer-refusals.ts';
import { FeeShare } from './payment-shapes.ts';
import { RequestParams } from './request-shapes.ts';

const sampleRouteFee = {
  type: 'platform' as const,
  stage: 'sending' as const,
  provider: 'service-network',
  amount: SAMPLE.fee,
  amountInUSD: SAMPLE.fee,
  rateProvider: 'unknown' as const,
  currency: SAMPLE.symbol,
  receiverAddress: SAMPLE.feeAddress,
  network: SAMPLE.network,
};

const RouteFeeShare = FeeShare.extend({
  amountInUSD: z
    .string()
    .optional()
    .describe('The same in dollars; missing where no rate is known, as of coins.'),
  rateProvider: z
    .enum(['chainlink', 'unknown'])
    .describe('The source of the rate; `unknown` also where one dollar is one.'),
}).meta({
  id: 'RouteFeeShare',
  description: 'A fee that goes along with a payment on this route.',
  examples: [sampleRouteFee],
});

const sampleRoute = {
  id: 'REQUEST_NETWORK_PAYMENT',
  fee: 0,
  feeBreakdown: [],
  speed: 'FAST' as const,
  price_impact: 0,
  chain: SAMPLE.sourceChain,
  token: SAMPLE.symbol,
};

const PaymentRoute = z
  .object({
    id: z.string(),
    fee: z.number().describe('All fees of the route together, in the currency of the amount.'),
    feeBreakdown: z.array(RouteFeeShare),
    speed: z.union([z.literal('FAST'), z.number()]).describe('`FAST`, or seconds.'),
    price_impact: z.number().optional().describe('Only of the own chain.'),
    chain: z.string().describe('Such as `BASE`.'),
    token: z.string().describe('A symbol.'),
  })
  .meta({
    id: 'PaymentRoute',
    description: 'A way to pay a request.',
    examples: [sampleRoute],
  });

const sampleFee = { percentage: SAMPLE.feePercentage, address: SAMPLE.feeAddress };

const RouteFee = z.object({ percentage: z.string(), address: z.string() }).meta({
  id: 'RouteFee',
  description: 'The fee that goes along in the slot of the payment.',
  examples: [sampleFee],
});

const PaymentRoutes = z
  .object({
    routes: z.array(PaymentRoute),
    platformFee: RouteFee.optional(),
  })
  .meta({
    id: 'PaymentRoutes',
    description: 'The ways to pay a request.',
    examples: [{ routes: [sampleRoute], platformFee: sampleFee }],
  });

/** `GET /v2/request/{requestId}/routes`: the ways to pay a request. */
export const listRequestRoutesEndpoint = endpoint({
  operationId: 'listRequestRoutes',
  host: 'api',
  method: 'get',
  path: '/v2/request/{requestId}/routes',
  tag: 'Requests',
  summary: 'Lists the ways in which a wallet can pay a request.',
  description:
    'First on its own chain in its own token, then the routes from what the wallet holds elsewhere, cheapest first.',
  accepts: ['api_key', 'client_id', 'session'],
  leastRole: 'finance',
  fieldsOnly: true,
  params: RequestParams,
  query: RouteQuery,
  body: undefined,
  answer: { status: 200, schema: PaymentRoutes },
  refusals: payerRefusals,
  run: (ctx: Context, { params, query }) => listRequestRoutes(ctx, { ...params, query }),
});
