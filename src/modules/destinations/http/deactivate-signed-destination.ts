import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { nonceNotValid, signatureNotValid } from '../check-payee-signature.ts';
import { deactivateSignedDestination, destinationEnded } from '../deactivate-signed-destination.ts';
import { destinationNotFound } from '../look-up-payee-destination.ts';
import { invalidDestinationId } from '../model/destination-id.ts';
import { DestinationDone } from './destination-shapes.ts';
import { DestinationParams, SAMPLE_WALLET, SignedNonce, unproven } from './signed-shapes.ts';

/** `DELETE /v2/payee-destination/{destinationId}`: ends a destination, by the signature of its wallet. */
export const deactivateSignedDestinationEndpoint = endpoint({
  operationId: 'deactivateSignedDestination',
  host: 'api',
  method: 'delete',
  path: '/v2/payee-destination/{destinationId}',
  tag: 'Payee destinations',
  summary: 'Ends a destination by the signature of its wallet.',
  description:
    'The nonce must be one of the action `deactivate` for this destination. Links that exist stay as they are. The account ends any destination without a signature by `PATCH /v1/payee-destination/deactivate`.',
  accepts: ['client_id', 'api_key'],
  originOptional: true,
  alsoReads: ['api_key', 'wallet_session'],
  leastRole: 'owner',
  hasNodeQueries: true,
  params: DestinationParams,
  query: z.strictObject({}),
  body: SignedNonce,
  answer: { status: 200, schema: DestinationDone },
  refusals: [
    {
      status: 400,
      when: 'destinationId is no destination ID; the nonce is unknown, used, expired or was given for another action or destination; or the wallet did not sign its data.',
      examples: [
        invalidDestinationId('destinationId'),
        nonceNotValid('has expired'),
        signatureNotValid(SAMPLE_WALLET),
      ],
    },
    unproven,
    {
      status: 404,
      when: 'The account never registered this destination, or it has ended.',
      examples: [destinationNotFound(), destinationEnded()],
    },
  ],
  run: (ctx: Context, { params, body }) =>
    deactivateSignedDestination(ctx, { ...body, destinationId: params.destinationId }),
});
