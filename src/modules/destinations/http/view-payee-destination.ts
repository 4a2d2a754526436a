import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { viewPayeeDestination } from '../view-payee-destination.ts';
import { PayeeDestinationView } from './destination-shapes.ts';

/** `GET /v1/payee-destination`: shows where a wallet wants its money. */
export const viewPayeeDestinationEndpoint = endpoint({
  operationId: 'viewPayeeDestination',
  host: 'auth',
  method: 'get',
  path: '/v1/payee-destination',
  tag: 'Payee destinations',
  summary: 'Shows where the wallet that signed in wants its money.',
  description:
    'The active destination of the wallet that signed in, else the newest active one of its account; `null` where there is none.',
  accepts: ['wallet_session'],
  leastRole: 'viewer',
  params: z.object({}),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: PayeeDestinationView.nullable() },
  refusals: [],
  run: (ctx: Context) => viewPayeeDestination(ctx),
});
