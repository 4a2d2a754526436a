import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { SetPayeeDestinationRequest } from '../model/destination-input.ts';
import { unsupportedToken } from '../model/payable-token.ts';
import { registerPayeeDestination } from '../register-payee-destination.ts';
import { PayeeDestinationView } from './destination-shapes.ts';

/** `POST /v1/payee-destination`: registers where a wallet wants its money. */
export const registerPayeeDestinationEndpoint = endpoint({
  operationId: 'registerPayeeDestination',
  host: 'auth',
  method: 'post',
  path: '/v1/payee-destination',
  tag: 'Payee destinations',
  summary: 'Registers where a wallet wants its money.',
  description:
    'A wallet has one active destination: an earlier one with another token or chain ends, and one that the account had before becomes active again. Another wallet than the one that signed in may be named; then `claimed` is false. Client IDs stay bound to the destination that they were bound to.',
  accepts: ['wallet_session'],
  leastRole: 'owner',
  params: z.object({}),
  query: z.strictObject({}),
  body: SetPayeeDestinationRequest,
  answer: { status: 201, schema: PayeeDestinationView },
  refusals: [
    {
      status: 400,
      when: 'A field breaks its rule, the chain is unknown, or the token is not one that is paid to destinations there.',
      examples: [unsupportedToken('tokenAddress')],
    },
  ],
  run: (ctx: Context, { body }) => registerPayeeDestination(ctx, body),
});
