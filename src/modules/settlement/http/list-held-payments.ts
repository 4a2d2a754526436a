import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { listHeldPayments } from '../list-held-payments.ts';
import {
  HELD_FILTERS,
  HELD_TAG,
  HeldPaymentShape,
  SAMPLE_HELD,
  wireHeld,
} from './held-payment-shapes.ts';

/** A page; more takes another. */
const LIMIT_MAX = 100;
const ID_MAX = 26;

/** `GET /v2/held-payments`: payments that do not count because of who sent them. */
export const listHeldPaymentsEndpoint = endpoint({
  operationId: 'listHeldPayments',
  host: 'api',
  method: 'get',
  path: '/v2/held-payments',
  tag: HELD_TAG,
  summary: 'Lists payments that are held because of who sent them, newest first.',
  description: 'Those that wait or were refused; others by `status`. Added by Florin.',
  accepts: ['api_key', 'session'],
  leastRole: 'viewer',
  params: z.object({}),
  query: z.strictObject({
    ...HELD_FILTERS,
    cursor: z
      .string()
      .max(ID_MAX)
      .regex(/^[0-9A-Z]*$/, 'cursor must be one that a page answered')
      .optional(),
    limit: z.coerce.number().int().min(1).max(LIMIT_MAX).default(20),
  }),
  body: undefined,
  answer: {
    status: 200,
    schema: z
      .object({ heldPayments: z.array(HeldPaymentShape), nextCursor: z.string().nullable() })
      .meta({
        id: 'HeldPaymentPage',
        description: 'A page of held payments.',
        examples: [{ heldPayments: [SAMPLE_HELD], nextCursor: null }],
      }),
  },
  refusals: [],
  run: async (ctx: Context, { query }) => {
    const { heldPayments, nextCursor } = await listHeldPayments(ctx, query);
    return { heldPayments: heldPayments.map(wireHeld), nextCursor };
  },
});
