import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { noAddress } from '../look-up-payout-destination.ts';
import { addressText } from '../model/destination-input.ts';
import { viewDestinationOfWallet } from '../view-destination-of-wallet.ts';
import { PayeeDestinationView } from './destination-shapes.ts';
import { unproven } from './signed-shapes.ts';

/** `GET /v2/payee-destination`: shows where a wallet wants its money. */
export const viewDestinationOfWalletEndpoint = endpoint({
  operationId: 'viewDestinationOfWallet',
  host: 'api',
  method: 'get',
  path: '/v2/payee-destination',
  tag: 'Payee destinations',
  summary: 'Shows the active destination of a wallet in the account.',
  description: '`null` where the account has none for it, whoever else has.',
  accepts: ['client_id', 'api_key'],
  originOptional: true,
  alsoReads: ['api_key', 'wallet_session'],
  leastRole: 'viewer',
  params: z.object({}),
  query: z.strictObject({ walletAddress: addressText('walletAddress') }),
  body: undefined,
  answer: { status: 200, schema: PayeeDestinationView.nullable() },
  refusals: [
    { status: 400, when: 'walletAddress is no address of any chain.', examples: [noAddress()] },
    unproven,
  ],
  run: (ctx: Context, { query }) => viewDestinationOfWallet(ctx, query),
});
