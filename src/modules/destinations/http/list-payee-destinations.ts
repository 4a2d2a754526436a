import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { pageCursor } from '#platform/http/page-cursor.ts';
import { listPayeeDestinations } from '../list-payee-destinations.ts';
import { PayeeDestinationPage } from './destination-shapes.ts';

/** More than most accounts ever have. */
const PAGE_DESTINATIONS = 50;
const PAGE_DESTINATIONS_MAX = 100;

/** `GET /v1/payee-destinations`: all destinations of an account. */
export const listPayeeDestinationsEndpoint = endpoint({
  operationId: 'listPayeeDestinations',
  host: 'auth',
  method: 'get',
  path: '/v1/payee-destinations',
  tag: 'Payee destinations',
  summary: 'Lists the destinations of your account, newest first.',
  description:
    'Those of all its wallets, and those that have ended. A client ID can be bound to any that is active.',
  accepts: ['wallet_session'],
  leastRole: 'viewer',
  params: z.object({}),
  query: z.strictObject({
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(PAGE_DESTINATIONS_MAX)
      .default(PAGE_DESTINATIONS)
      .describe('How many destinations a page holds.'),
    cursor: pageCursor(),
  }),
  body: undefined,
  answer: { status: 200, schema: PayeeDestinationPage },
  refusals: [],
  run: (ctx: Context, { query: { limit, cursor } }) =>
    listPayeeDestinations(ctx, { limit, cursor }),
});
