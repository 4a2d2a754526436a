import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { deactivatePayeeDestination } from '../deactivate-payee-destination.ts';
import { destinationNotFound } from '../look-up-payee-destination.ts';
import { invalidDestinationId } from '../model/destination-id.ts';
import { DestinationDone, destinationIdText } from './destination-shapes.ts';

/** `PATCH /v1/payee-destination/deactivate`: ends a destination. */
export const deactivatePayeeDestinationEndpoint = endpoint({
  operationId: 'deactivatePayeeDestination',
  host: 'auth',
  method: 'patch',
  path: '/v1/payee-destination/deactivate',
  tag: 'Payee destinations',
  summary: 'Ends a destination of the account.',
  description:
    'Links that exist stay as they are. Client IDs that are bound to it make no more links until they are bound to another. One that has ended is left as it is.',
  accepts: ['wallet_session'],
  leastRole: 'owner',
  params: z.object({}),
  query: z.strictObject({}),
  body: z.strictObject({ destinationId: destinationIdText }).meta({
    id: 'DeactivatePayeeDestinationRequest',
    description: 'Which destination ends.',
    examples: [{ destinationId: SAMPLE.destinationId }],
  }),
  answer: { status: 200, schema: DestinationDone },
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
  run: (ctx: Context, { body }) => deactivatePayeeDestination(ctx, body),
});
