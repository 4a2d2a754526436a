import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { renameSecondFactor, secondFactorNotFound } from '../rename-second-factor.ts';
import { FactorId, FactorName, SecondFactor } from './second-factor-shapes.ts';

const Body = z.strictObject({ name: FactorName }).meta({
  id: 'RenameSecondFactorRequest',
  description: 'How its owner calls it from now on.',
  examples: [{ name: 'My new phone' }],
});

/** `PATCH /v1/auth/second-factors/{id}`: gives a second factor another name. */
export const renameSecondFactorEndpoint = endpoint({
  operationId: 'renameSecondFactor',
  host: 'auth',
  method: 'patch',
  path: '/v1/auth/second-factors/{id}',
  tag: 'Second factor',
  summary: 'Gives a second factor another name.',
  accepts: ['session'],
  leastRole: 'viewer',
  params: z.object({ id: FactorId.describe('As the list shows it.') }),
  query: z.strictObject({}),
  body: Body,
  answer: { status: 200, schema: SecondFactor },
  refusals: [
    {
      status: 404,
      when: 'The caller has no second factor of this id.',
      examples: [secondFactorNotFound()],
    },
  ],
  run: (ctx: Context, { params, body }) => renameSecondFactor(ctx, { ...params, ...body }),
});
