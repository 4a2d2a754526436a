import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { destinationNotFound, lookUpPayeeDestination } from '../look-up-payee-destination.ts';
import { invalidDestinationId } from '../model/destination-id.ts';
import { destinationIdText, PayeeDestinationView } from './destination-shapes.ts';

/** `GET /v1/payee-destination/lookup`: shows one of the own destinations. */
export const lookUpPayeeDestinationEndpoint = endpoint({
  operationId: 'lookUpPayeeDestination',
  host: 'auth',
  method: 'get',
  path: '/v1/payee-destination/lookup',
  tag: 'Payee destinations',
  summary: 'Shows a destination of the account, active or not.',
  description: 'Only destinations that the account registered itself.',
  accepts: ['wallet_session'],
  leastRole: 'viewer',
  params: z.object({}),
  query: z.strictObject({ destinationId: destinationIdText }),
  body: undefined,
  answer: { status: 200, schema: PayeeDestinationView },
  refusals: [
    {
      status: 400,
      when: 'destinationId is no destination ID.',
      examples: [invalidDestinationId('destinationId')],
    },
    {
      status: 404,
      when: 'The account never registered this destination, whoever else did.',
      examples: [destinationNotFound()],
    },
  ],
  run: (ctx: Context, { query }) => lookUpPayeeDestination(ctx, query),
});
