import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { destinationNotFound } from '../look-up-payee-destination.ts';
import { invalidDestinationId } from '../model/destination-id.ts';
import { viewDestinationById } from '../view-destination-by-id.ts';
import { PayeeDestinationView } from './destination-shapes.ts';
import { DestinationParams, unproven } from './signed-shapes.ts';

/** `GET /v2/payee-destination/{destinationId}`: shows one of the own destinations. */
export const viewDestinationByIdEndpoint = endpoint({
  operationId: 'viewDestinationById',
  host: 'api',
  method: 'get',
  path: '/v2/payee-destination/{destinationId}',
  tag: 'Payee destinations',
  summary: 'Shows a destination of the account, active or not, by its ID.',
  description: 'Only destinations that the account registered itself.',
  accepts: ['client_id', 'api_key'],
  originOptional: true,
  alsoReads: ['api_key', 'wallet_session'],
  leastRole: 'viewer',
  params: DestinationParams,
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: PayeeDestinationView },
  refusals: [
    {
      status: 400,
      when: 'destinationId is no destination ID.',
      examples: [invalidDestinationId('destinationId')],
    },
    unproven,
    {
      status: 404,
      when: 'The account never registered this destination, whoever else did.',
      examples: [destinationNotFound()],
    },
  ],
  run: (ctx: Context, { params }) => viewDestinationById(ctx, params),
});
