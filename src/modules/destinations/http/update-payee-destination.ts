import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { noActiveDestination } from '../keep-destination.ts';
import { SetPayeeDestinationRequest } from '../model/destination-input.ts';
import { unsupportedToken } from '../model/payable-token.ts';
import { updatePayeeDestination } from '../update-payee-destination.ts';
import { PayeeDestinationView } from './destination-shapes.ts';

/** `PUT /v1/payee-destination`: changes where a wallet wants its money. */
export const updatePayeeDestinationEndpoint = endpoint({
  operationId: 'updatePayeeDestination',
  host: 'auth',
  method: 'put',
  path: '/v1/payee-destination',
  tag: 'Payee destinations',
  summary: 'Changes where a wallet wants its money.',
  description:
    'Takes effect at once, also a change of wallet: naming a wallet that has no active destination moves the one of the wallet that signed in to it. Client IDs stay bound to the destination that they were bound to.',
  accepts: ['wallet_session'],
  leastRole: 'owner',
  params: z.object({}),
  query: z.strictObject({}),
  body: SetPayeeDestinationRequest,
  answer: { status: 200, schema: PayeeDestinationView },
  refusals: [
    {
      status: 400,
      when: 'A field breaks its rule, the chain is unknown, or the token is not one that is paid to destinations there.',
      examples: [unsupportedToken('tokenAddress')],
    },
    {
      status: 404,
      when: 'Neither wallet has an active destination.',
      examples: [noActiveDestination()],
    },
  ],
  run: (ctx: Context, { body }) => updatePayeeDestination(ctx, body),
});
