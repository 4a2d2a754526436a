import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { listRateLimitBlocks } from '../list-rate-limit-blocks.ts';
import { RateLimitBlockList } from './administration-shapes.ts';

/** `GET /v1/admin/rate-limit-blocks`: who is refused for too many calls. */
export const listRateLimitBlocksEndpoint = endpoint({
  operationId: 'listRateLimitBlocks',
  host: 'auth',
  method: 'get',
  path: '/v1/admin/rate-limit-blocks',
  tag: 'Administration',
  summary: 'Lists callers that are blocked for calling too often.',
  description: 'At most two hundred, those first whose block ends last.',
  accepts: ['administrator'],
  params: z.object({}),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: RateLimitBlockList },
  refusals: [],
  run: (ctx: Context) => listRateLimitBlocks(ctx),
});
