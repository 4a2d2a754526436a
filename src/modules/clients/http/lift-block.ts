import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { liftBlock, noSuchCaller } from '../lift-block.ts';
import { clientIdNotFound } from '../view-client-id.ts';
import { NAME_CHARS_MAX } from './administration-shapes.ts';

const Body = z
  .strictObject({
    name: z
      .string()
      .min(1)
      .max(NAME_CHARS_MAX)
      .describe('A client ID, the id of an API key, or an IP address.'),
  })
  .meta({
    id: 'LiftBlockRequest',
    description: 'Whose block ends.',
    examples: [{ name: '203.0.113.7' }],
  });

const Lifted = z.object({ removed: z.int().describe('How many counts were removed.') }).meta({
  id: 'LiftBlockResponse',
  description: 'The caller counts from zero in every process.',
  examples: [{ removed: 1 }],
});

/** `POST /v1/admin/rate-limit-blocks/lift`: lets a caller call again. */
export const liftBlockEndpoint = endpoint({
  operationId: 'liftBlock',
  host: 'auth',
  method: 'post',
  path: '/v1/admin/rate-limit-blocks/lift',
  tag: 'Administration',
  summary: 'Ends the block of a caller.',
  accepts: ['administrator'],
  params: z.object({}),
  query: z.strictObject({}),
  body: Body,
  answer: { status: 200, schema: Lifted },
  refusals: [
    { status: 400, when: 'The name is none of a caller.', examples: [noSuchCaller('shop')] },
    { status: 404, when: 'There is no such credential.', examples: [clientIdNotFound()] },
  ],
  run: async (ctx: Context, { body }) => ({ removed: await liftBlock(ctx, body.name) }),
});
