import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { revokeClientId } from '../revoke-client-id.ts';
import { ClientIdParams, noSuchClientId } from './client-id-schemas.ts';

const ClientIdRevoked = z.object({ success: z.literal(true) }).meta({
  id: 'RevokeClientIdResponse',
  description: 'The client ID is revoked, now or before.',
  examples: [{ success: true }],
});

/** `DELETE /v2/client-ids/{id}`: ends a client ID for good. */
export const revokeClientIdEndpoint = endpoint({
  operationId: 'revokeClientId',
  host: 'api',
  method: 'delete',
  path: '/v2/client-ids/{id}',
  tag: 'Client IDs',
  summary: 'Revokes one client ID of your account for good.',
  description: 'Calls with it are refused (403) from now on. Revoking it again changes nothing.',
  accepts: ['api_key'],
  rateClass: 'management',
  params: ClientIdParams,
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: ClientIdRevoked },
  refusals: [noSuchClientId],
  run: (ctx: Context, { params }) => revokeClientId(ctx, params.id),
});

/** `DELETE /v1/client-ids/{id}`: the same for a person. */
export const revokeClientIdV1Endpoint = endpoint({
  operationId: 'revokeClientIdV1',
  host: 'auth',
  method: 'delete',
  path: '/v1/client-ids/{id}',
  tag: 'Client IDs',
  summary: 'Revokes one client ID of your account for good.',
  description: 'Calls with it are refused (403) from now on. Revoking it again changes nothing.',
  accepts: ['wallet_session'],
  leastRole: 'developer',
  rateClass: 'management',
  params: ClientIdParams,
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: ClientIdRevoked },
  refusals: [noSuchClientId],
  run: (ctx: Context, { params }) => revokeClientId(ctx, params.id),
});
