import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { lastSecondFactor, removeSecondFactor } from '../remove-second-factor.ts';
import { secondFactorNotFound } from '../rename-second-factor.ts';
import { FactorId, FRESHNESS_REFUSAL } from './second-factor-shapes.ts';

const Removed = z.object({ success: z.literal(true) }).meta({
  id: 'RemoveSecondFactorResponse',
  description: 'It proves nothing from now on.',
  examples: [{ success: true }],
});

/** `DELETE /v1/auth/second-factors/{id}`: removes a second factor. */
export const removeSecondFactorEndpoint = endpoint({
  operationId: 'removeSecondFactor',
  host: 'auth',
  method: 'delete',
  path: '/v1/auth/second-factors/{id}',
  tag: 'Second factor',
  summary: 'Removes a second factor.',
  description: 'The recovery codes go with the last one, and the password alone signs in again.',
  accepts: ['session'],
  leastRole: 'viewer',
  params: z.object({ id: FactorId.describe('As the list shows it.') }),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: Removed },
  refusals: [
    FRESHNESS_REFUSAL,
    {
      status: 404,
      when: 'The caller has no second factor of this id.',
      examples: [secondFactorNotFound()],
    },
    {
      status: 409,
      when: 'It is the last one, and this installation requires one.',
      examples: [lastSecondFactor()],
    },
  ],
  run: (ctx: Context, { params }) => removeSecondFactor(ctx, params),
});
