import { z } from 'zod';
import { accountOf, type Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { tooManyApiKeys } from '../add-api-key.ts';
import { badExpiry, createApiKey } from '../create-api-key.ts';
import { ApiKeyCreated, dateOf, expiresAt } from './api-key-schemas.ts';
import { label } from './client-id-schemas.ts';

const CreateApiKeyRequest = z
  .strictObject({ label: label.describe('Your own name for it.'), expiresAt })
  .meta({
    id: 'CreateApiKeyRequest',
    description: 'What an API key is to be like.',
    examples: [{ label: 'Till' }],
  });

/** `POST /v1/api-keys`: makes an API key. */
export const createApiKeyEndpoint = endpoint({
  operationId: 'createApiKey',
  host: 'auth',
  method: 'post',
  path: '/v1/api-keys',
  tag: 'API keys',
  summary: 'Makes an API key, which is shown this once.',
  accepts: ['session'],
  leastRole: 'developer',
  rateClass: 'management',
  params: z.object({}),
  query: z.strictObject({}),
  body: CreateApiKeyRequest,
  answer: { status: 201, schema: ApiKeyCreated },
  refusals: [
    {
      status: 400,
      when: 'The expiry is not ahead, or the account has as many working keys as one may have.',
      examples: [badExpiry('must be in the future'), tooManyApiKeys()],
    },
  ],
  run: (ctx: Context, { body }) =>
    createApiKey(ctx, {
      accountId: accountOf(ctx),
      label: body.label,
      expiresAt: dateOf(body.expiresAt),
    }),
});
