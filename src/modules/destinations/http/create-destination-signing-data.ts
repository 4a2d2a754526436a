import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { createDestinationSigningData, noTypedData } from '../create-destination-signing-data.ts';
import { addressText } from '../model/destination-input.ts';
import { unsupportedToken } from '../model/payable-token.ts';
import { SIGNED_ACTIONS } from '../model/signing-data.ts';
import { DestinationSigningData } from './signed-shapes.ts';

/** `GET /v2/payee-destination/signing-data`: what a payee signs to register or end a destination. */
export const createDestinationSigningDataEndpoint = endpoint({
  operationId: 'createDestinationSigningData',
  host: 'api',
  method: 'get',
  path: '/v2/payee-destination/signing-data',
  tag: 'Payee destinations',
  summary: 'Creates what a payee signs to register or end a destination.',
  description:
    'EIP-712 data with a new nonce, valid for five minutes and one change in the account of the caller. It changes nothing by itself. Wallets of EVM chains only.',
  accepts: ['client_id', 'api_key'],
  originOptional: true,
  alsoReads: ['api_key', 'wallet_session'],
  leastRole: 'owner',
  params: z.object({}),
  query: z.strictObject({
    walletAddress: addressText('walletAddress').describe('Whom to pay; this wallet signs.'),
    action: z.enum(SIGNED_ACTIONS),
    tokenAddress: addressText('tokenAddress').describe('USDC or USDT; FAU too on Sepolia.'),
    chainId: z
      .string()
      .regex(/^[1-9][0-9]{0,14}$/, 'chainId must be the id of a chain, in decimal digits')
      .transform(Number)
      .describe('The id of a supported chain.'),
  }),
  body: undefined,
  answer: { status: 200, schema: DestinationSigningData },
  refusals: [
    {
      status: 400,
      when: 'A field breaks its rule, the chain is unknown or its wallets sign no such data, or the token is not one that is paid to destinations there.',
      examples: [unsupportedToken('tokenAddress'), noTypedData('Tron')],
    },
  ],
  run: async (ctx: Context, { query }) => {
    const { types, message, ...data } = await createDestinationSigningData(ctx, query);
    return { ...data, types: mutable(types), message: { ...message } };
  },
});

type Types = Awaited<ReturnType<typeof createDestinationSigningData>>['types'];

function mutable(types: Types): Record<string, { name: string; type: string }[]> {
  return Object.fromEntries(
    Object.entries(types).map(([name, members]) => [
      name,
      members.map((member) => ({ ...member })),
    ]),
  );
}
