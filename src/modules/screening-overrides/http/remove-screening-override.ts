import { z } from 'zod';
import { accountOf, type Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { overrideNotFound, removeScreeningOverride } from '../remove-screening-override.ts';
import {
  OVERRIDE_TAG,
  OverrideParams,
  ScreeningOverrideShape,
  wireOverride,
} from './screening-override-shapes.ts';

/** `DELETE /v2/screening-overrides/{id}`: has a wallet screened again as any other. */
export const removeScreeningOverrideEndpoint = endpoint({
  operationId: 'removeScreeningOverride',
  host: 'api',
  method: 'delete',
  path: '/v2/screening-overrides/{id}',
  tag: OVERRIDE_TAG,
  summary: 'Ends what was decided about a wallet in advance.',
  description:
    'It answers what has ended. What the operator of this service decided stays. Added by Florin.',
  accepts: ['api_key', 'session'],
  leastRole: 'finance',
  params: OverrideParams,
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: ScreeningOverrideShape },
  refusals: [{ status: 404, when: 'The account has set none.', examples: [overrideNotFound()] }],
  run: async (ctx: Context, { params }) =>
    wireOverride(await removeScreeningOverride(ctx, { ...params, accountId: accountOf(ctx) })),
});
