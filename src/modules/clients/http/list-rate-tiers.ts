import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { listRateTiers } from '../list-rate-tiers.ts';
import { NAME_CHARS_MAX, RateTierList } from './administration-shapes.ts';

/** `GET /v1/admin/accounts/{id}/rate-tiers`: how many calls the client IDs of an account may make. */
export const listRateTiersEndpoint = endpoint({
  operationId: 'listRateTiers',
  host: 'auth',
  method: 'get',
  path: '/v1/admin/accounts/{id}/rate-tiers',
  tag: 'Administration',
  summary: 'Lists the client IDs of an account with their tiers.',
  description: 'The list is empty for an account that is not there.',
  accepts: ['administrator'],
  params: z.object({
    id: z
      .string()
      .max(NAME_CHARS_MAX)
      .regex(/^[^\0]*$/, 'must not contain a NUL')
      .describe('The id of the account.'),
  }),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: RateTierList },
  refusals: [],
  run: (ctx: Context, { params }) => listRateTiers(ctx, params),
});
