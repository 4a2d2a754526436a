import { z } from 'zod';
import { accountOf, type Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { createScreeningOverride, noEnd, tooMany } from '../create-screening-override.ts';
import {
  CreateScreeningOverrideRequest,
  OVERRIDE_TAG,
  ScreeningOverrideShape,
  wireOverride,
} from './screening-override-shapes.ts';

/** `POST /v2/screening-overrides`: decides about a wallet before anybody screens it. */
export const createScreeningOverrideEndpoint = endpoint({
  operationId: 'createScreeningOverride',
  host: 'api',
  method: 'post',
  path: '/v2/screening-overrides',
  tag: OVERRIDE_TAG,
  summary: 'Approves or rejects a wallet in advance.',
  description:
    'It replaces what you decided about the wallet before, and holds from the next call on. An approval does not stand in for vendors that a partner has named. Added by Florin.',
  accepts: ['api_key', 'session'],
  leastRole: 'finance',
  params: z.object({}),
  query: z.strictObject({}),
  body: CreateScreeningOverrideRequest,
  answer: { status: 201, schema: ScreeningOverrideShape },
  refusals: [
    { status: 400, when: 'An approval has no end.', examples: [noEnd()] },
    { status: 409, when: 'The account has as many as it may have.', examples: [tooMany()] },
  ],
  run: async (ctx: Context, { body: { expiresAt, ...body } }) =>
    wireOverride(
      await createScreeningOverride(ctx, {
        ...body,
        accountId: accountOf(ctx),
        setBy: 'account',
        expiresAt: expiresAt ? new Date(expiresAt) : null,
      }),
    ),
});
