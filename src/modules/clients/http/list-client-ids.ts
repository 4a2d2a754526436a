import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { listClientIds } from '../list-client-ids.ts';
import { ClientIdSummary } from './client-id-schemas.ts';

/** `GET /v2/client-ids`: the client IDs of an account. */
export const listClientIdsEndpoint = endpoint({
  operationId: 'listClientIds',
  host: 'api',
  method: 'get',
  path: '/v2/client-ids',
  tag: 'Client IDs',
  summary: 'Lists the client IDs of your account, the newest last.',
  accepts: ['api_key'],
  rateClass: 'management',
  params: z.object({}),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: z.array(ClientIdSummary) },
  refusals: [],
  run: (ctx: Context) => listClientIds(ctx),
});

/** `GET /v1/client-ids`: the same for a person. */
export const listClientIdsV1Endpoint = endpoint({
  operationId: 'listClientIdsV1',
  host: 'auth',
  method: 'get',
  path: '/v1/client-ids',
  tag: 'Client IDs',
  summary: 'Lists the client IDs of your account and what is bound to them, the newest last.',
  accepts: ['wallet_session'],
  leastRole: 'viewer',
  rateClass: 'management',
  params: z.object({}),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: z.array(ClientIdSummary) },
  refusals: [],
  run: (ctx: Context) => listClientIds(ctx),
});
