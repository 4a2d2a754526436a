import { z } from 'zod';
import { accountOf, type Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { listScreeningOverrides } from '../list-screening-overrides.ts';
import { OVERRIDE_TAG, ScreeningOverridePage, wireOverride } from './screening-override-shapes.ts';

/** A page; more takes another. */
const LIMIT_MAX = 100;
const ID_MAX = 26;

/** `GET /v2/screening-overrides`: what was decided about wallets in advance. */
export const listScreeningOverridesEndpoint = endpoint({
  operationId: 'listScreeningOverrides',
  host: 'api',
  method: 'get',
  path: '/v2/screening-overrides',
  tag: OVERRIDE_TAG,
  summary: 'Lists the wallets that are approved or rejected in advance, newest first.',
  description: 'By you, or by the operator for you. What has ended is left out. Added by Florin.',
  accepts: ['api_key', 'session'],
  leastRole: 'viewer',
  params: z.object({}),
  query: z.strictObject({
    cursor: z
      .string()
      .max(ID_MAX)
      .regex(/^[0-9A-Z]*$/, 'cursor must be one that a page answered')
      .optional(),
    limit: z.coerce.number().int().min(1).max(LIMIT_MAX).default(20),
  }),
  body: undefined,
  answer: { status: 200, schema: ScreeningOverridePage },
  refusals: [],
  run: async (ctx: Context, { query: { cursor, limit } }) => {
    const input = { accountId: accountOf(ctx), cursor, limit };
    const { overrides, nextCursor } = await listScreeningOverrides(ctx, input);
    return { overrides: overrides.map(wireOverride), nextCursor };
  },
});
