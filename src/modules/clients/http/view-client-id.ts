import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { viewClientId } from '../view-client-id.ts';
import { ClientIdParams, ClientIdView, noSuchClientId } from './client-id-schemas.ts';

/** `GET /v2/client-ids/{id}`: one client ID. */
export const viewClientIdEndpoint = endpoint({
  operationId: 'viewClientId',
  host: 'api',
  method: 'get',
  path: '/v2/client-ids/{id}',
  tag: 'Client IDs',
  summary: 'Shows one client ID of your account.',
  accepts: ['api_key'],
  rateClass: 'management',
  params: ClientIdParams,
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: ClientIdView },
  refusals: [noSuchClientId],
  run: (ctx: Context, { params }) => viewClientId(ctx, params.id),
});

/** `GET /v1/client-ids/{id}`: the same for a person. */
export const viewClientIdV1Endpoint = endpoint({
  operationId: 'viewClientIdV1',
  host: 'auth',
  method: 'get',
  path: '/v1/client-ids/{id}',
  tag: 'Client IDs',
  summary: 'Shows one client ID of your account and what is bound to it.',
  accepts: ['wallet_session'],
  leastRole: 'viewer',
  rateClass: 'management',
  params: ClientIdParams,
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: ClientIdView },
  refusals: [noSuchClientId],
  run: (ctx: Context, { params }) => viewClientId(ctx, params.id),
});
