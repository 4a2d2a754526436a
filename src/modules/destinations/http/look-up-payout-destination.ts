import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { lookUpPayoutDestination, noAddress } from '../look-up-payout-destination.ts';
import { addressText } from '../model/destination-input.ts';
import { PayoutDestination } from './destination-shapes.ts';

/** `GET /v1/payee-destination/payout-lookup`: returns where a wallet wants to be paid out. */
export const lookUpPayoutDestinationEndpoint = endpoint({
  operationId: 'lookUpPayoutDestination',
  host: 'auth',
  method: 'get',
  path: '/v1/payee-destination/payout-lookup',
  tag: 'Payee destinations',
  summary: 'Returns where a wallet wants to be paid out.',
  description:
    'The active destination of that wallet as the caller’s account has it, else as the wallet itself registered it with whatever account; `null` where neither has. What others stored about a wallet is shown to nobody.',
  accepts: ['wallet_session'],
  leastRole: 'viewer',
  params: z.object({}),
  query: z.strictObject({ walletAddress: addressText('walletAddress') }),
  body: undefined,
  answer: { status: 200, schema: PayoutDestination.nullable() },
  refusals: [
    { status: 400, when: 'walletAddress is no address of any chain.', examples: [noAddress()] },
  ],
  run: (ctx: Context, { query }) => lookUpPayoutDestination(ctx, query),
});
