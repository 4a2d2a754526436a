import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { revokedForGood, updateClientId } from '../update-client-id.ts';
import {
  ClientIdChange,
  ClientIdChangeV1,
  ClientIdParams,
  ClientIdUpdated,
  noSuchClientId,
  refusedBinding,
} from './client-id-schemas.ts';

const refusedChange = {
  status: 400,
  when: 'A domain is no origin, the fee would be half, or a revoked one was to act again.',
  examples: [revokedForGood()],
} as const;

/** `PUT /v2/client-ids/{id}`: changes a client ID. */
export const updateClientIdEndpoint = endpoint({
  operationId: 'updateClientId',
  host: 'api',
  method: 'put',
  path: '/v2/client-ids/{id}',
  tag: 'Client IDs',
  summary: 'Changes one client ID of your account, and what is bound to it.',
  accepts: ['api_key'],
  rateClass: 'management',
  params: ClientIdParams,
  query: z.strictObject({}),
  body: ClientIdChange,
  answer: { status: 200, schema: ClientIdUpdated },
  refusals: [refusedChange, refusedBinding, noSuchClientId],
  run: (ctx: Context, { params, body }) => updateClientId(ctx, { ...body, id: params.id }),
});

/** `PUT /v1/client-ids/{id}`: the same for a person. */
export const updateClientIdV1Endpoint = endpoint({
  operationId: 'updateClientIdV1',
  host: 'auth',
  method: 'put',
  path: '/v1/client-ids/{id}',
  tag: 'Client IDs',
  summary: 'Changes one client ID of your account, and what is bound to it.',
  accepts: ['wallet_session'],
  leastRole: 'developer',
  rateClass: 'management',
  params: ClientIdParams,
  query: z.strictObject({}),
  body: ClientIdChangeV1,
  answer: { status: 200, schema: ClientIdUpdated },
  refusals: [refusedChange, refusedBinding, noSuchClientId],
  run: (ctx: Context, { params, body }) => updateClientId(ctx, { ...body, id: params.id }),
});
