import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { setRateTier } from '../set-rate-tier.ts';
import { clientIdNotFound } from '../view-client-id.ts';
import { NAME_CHARS_MAX, RateTierOfClientId, Tier } from './administration-shapes.ts';

const Body = z.strictObject({ tier: Tier }).meta({
  id: 'SetRateTierRequest',
  description: 'How many calls the client ID may make from now on.',
  examples: [{ tier: 'premium' }],
});

/** `PUT /v1/admin/client-ids/{clientId}/rate-tier`: how many calls a client ID may make. */
export const setRateTierEndpoint = endpoint({
  operationId: 'setRateTier',
  host: 'auth',
  method: 'put',
  path: '/v1/admin/client-ids/{clientId}/rate-tier',
  tag: 'Administration',
  summary: 'Sets the tier of a client ID, from its next call on.',
  accepts: ['administrator'],
  params: z.object({
    clientId: z.string().max(NAME_CHARS_MAX).describe('Its public text, `cli_…`.'),
  }),
  query: z.strictObject({}),
  body: Body,
  answer: { status: 200, schema: RateTierOfClientId },
  refusals: [{ status: 404, when: 'There is no such client ID.', examples: [clientIdNotFound()] }],
  run: async (ctx: Context, { params, body }) => {
    const change = { ...params, ...body };
    await setRateTier(ctx, change);
    return change;
  },
});
