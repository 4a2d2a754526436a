import { z } from 'zod';
import { accountOf, type Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { revokeApiKey } from '../revoke-api-key.ts';
import { ApiKeyParams, noSuchApiKey } from './api-key-schemas.ts';

const ApiKeyRevoked = z.object({ success: z.literal(true) }).meta({
  id: 'RevokeApiKeyResponse',
  description: 'The API key is revoked, now or before.',
  examples: [{ success: true }],
});

/** `DELETE /v1/api-keys/{id}`: ends an API key. */
export const revokeApiKeyEndpoint = endpoint({
  operationId: 'revokeApiKey',
  host: 'auth',
  method: 'delete',
  path: '/v1/api-keys/{id}',
  tag: 'API keys',
  summary: 'Revokes one API key of your account for good.',
  description: 'Calls with it are refused (401) from now on. Revoking it again changes nothing.',
  accepts: ['session'],
  leastRole: 'developer',
  rateClass: 'management',
  params: ApiKeyParams,
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: ApiKeyRevoked },
  refusals: [noSuchApiKey],
  run: (ctx: Context, { params }) =>
    revokeApiKey(ctx, { accountId: accountOf(ctx), id: params.id }),
});
