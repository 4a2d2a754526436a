import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { MulticallDetails, SAMPLE_BUNDLE } from '../model/details-shape.ts';
import {
  multicallNotFound,
  multicallNotYours,
  viewMulticallPayout,
} from '../view-multicall-payout.ts';

/** `GET /v2/secure-payments/multicall-payouts/{token}`: a bundle as its owner sees it. */
export const viewMulticallPayoutEndpoint = endpoint({
  operationId: 'viewMulticallPayout',
  host: 'api',
  method: 'get',
  path: '/v2/secure-payments/multicall-payouts/{token}',
  tag: 'Secure payments',
  summary: 'Shows a bundle of payout links to its owner.',
  description:
    'In any status. No quotes and no calldata, and no chain is read: payers read the bundle by its token at `GET /v2/secure-payments/{token}` and pay it at `/pay`.',
  accepts: ['session'],
  leastRole: 'viewer',
  params: z.object({
    token: z.string().meta({ description: 'The ULID of the bundle.', examples: [SAMPLE_BUNDLE] }),
  }),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: MulticallDetails },
  refusals: [
    {
      status: 403,
      when: 'The bundle belongs to another account.',
      examples: [multicallNotYours()],
    },
    { status: 404, when: 'No bundle has this token.', examples: [multicallNotFound()] },
  ],
  run: (ctx: Context, { params }) => viewMulticallPayout(ctx, params.token),
});
