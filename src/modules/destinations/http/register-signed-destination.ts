import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { nonceNotValid, signatureNotValid } from '../check-payee-signature.ts';
import { registerSignedDestination } from '../register-signed-destination.ts';
import { PayeeDestinationView } from './destination-shapes.ts';
import { SAMPLE_WALLET, SignedNonce, unproven } from './signed-shapes.ts';

/** `POST /v2/payee-destination`: registers where a wallet wants its money, by its signature. */
export const registerSignedDestinationEndpoint = endpoint({
  operationId: 'registerSignedDestination',
  host: 'api',
  method: 'post',
  path: '/v2/payee-destination',
  tag: 'Payee destinations',
  summary: 'Registers a destination by the signature of its wallet.',
  description:
    "In place of what the account had for this wallet, as `POST /v1/payee-destination` does. The signature proves whose wallet it is, and the caller's credential that the account wants it. Client IDs stay bound to what they were bound to.",
  accepts: ['client_id', 'api_key'],
  originOptional: true,
  alsoReads: ['api_key', 'wallet_session'],
  leastRole: 'owner',
  hasNodeQueries: true,
  params: z.object({}),
  query: z.strictObject({}),
  body: SignedNonce,
  answer: { status: 201, schema: PayeeDestinationView },
  refusals: [
    {
      status: 400,
      when: 'The nonce is unknown, used, expired or was given for another action, or the wallet did not sign its data.',
      examples: [nonceNotValid('has expired'), signatureNotValid(SAMPLE_WALLET)],
    },
    unproven,
  ],
  run: (ctx: Context, { body }) => registerSignedDestination(ctx, body),
});
