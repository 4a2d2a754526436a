import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { listSecondFactors } from '../list-second-factors.ts';
import { SecondFactorList } from './second-factor-shapes.ts';

/** `GET /v1/auth/second-factors`: the caller's second factors. */
export const listSecondFactorsEndpoint = endpoint({
  operationId: 'listSecondFactors',
  host: 'auth',
  method: 'get',
  path: '/v1/auth/second-factors',
  tag: 'Second factor',
  summary: 'Lists the second factors of the caller.',
  description:
    'They belong to the person, in whatever account, and are asked for when the person signs in with a password.',
  accepts: ['session'],
  leastRole: 'viewer',
  isOpenWithoutSecondFactor: true,
  params: z.object({}),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: SecondFactorList },
  refusals: [],
  run: async (ctx: Context) => {
    const { secondFactors, ...rest } = await listSecondFactors(ctx);
    return { secondFactors: [...secondFactors], ...rest };
  },
});
