import { z } from 'zod';
import { accountOf, type Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { createClientId } from '../create-client-id.ts';
import {
  ClientIdCreated,
  CreateClientIdRequest,
  CreateClientIdV1Request,
  refusedBinding,
  refusedBody,
} from './client-id-schemas.ts';

/** `POST /v2/client-ids`: makes a client ID for browsers. */
export const createClientIdEndpoint = endpoint({
  operationId: 'createClientId',
  host: 'api',
  method: 'post',
  path: '/v2/client-ids',
  tag: 'Client IDs',
  summary:
    'Makes a client ID that pages of yours can use, which can be bound to a payee destination.',
  accepts: ['api_key'],
  rateClass: 'management',
  params: z.object({}),
  query: z.strictObject({}),
  body: CreateClientIdRequest,
  answer: { status: 201, schema: ClientIdCreated },
  refusals: [refusedBody, refusedBinding],
  run: (ctx: Context, { body }) => createClientId(ctx, inputOf(ctx, body)),
});

/** `POST /v1/client-ids`: makes a client ID for browsers or servers. */
export const createClientIdV1Endpoint = endpoint({
  operationId: 'createClientIdV1',
  host: 'auth',
  method: 'post',
  path: '/v1/client-ids',
  tag: 'Client IDs',
  summary: 'Makes a client ID, which can be bound to a payee destination.',
  accepts: ['wallet_session'],
  leastRole: 'developer',
  rateClass: 'management',
  params: z.object({}),
  query: z.strictObject({}),
  body: CreateClientIdV1Request,
  answer: { status: 201, schema: ClientIdCreated },
  refusals: [refusedBody, refusedBinding],
  run: (ctx: Context, { body }) => createClientId(ctx, inputOf(ctx, body)),
});

/** The input of a body; there the row of a destination has no name, and its text has. */
function inputOf(
  ctx: Context,
  body: z.output<typeof CreateClientIdRequest | typeof CreateClientIdV1Request>,
) {
  const { payeeDestinationId: destinationId, ...input } = body;
  return { ...input, accountId: accountOf(ctx), destinationId };
}
