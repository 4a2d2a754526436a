import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { listScreenedWallets } from '../list-screened-wallets.ts';
import {
  ScreenedWalletPage,
  ScreenedWalletsQuery,
  wireScreened,
} from './screened-wallet-shapes.ts';

/** `GET /v2/screened-wallets`: wallets that a screening let neither pay nor be paid. */
export const listScreenedWalletsEndpoint = endpoint({
  operationId: 'listScreenedWallets',
  host: 'api',
  method: 'get',
  path: '/v2/screened-wallets',
  tag: 'Payments',
  summary: 'Lists wallets that were rejected, or that nobody decided about, newest first.',
  description:
    'Those of links, and those because of which a call without a link was refused, once for each operation and for a month. Added by Florin.',
  accepts: ['api_key', 'session'],
  leastRole: 'viewer',
  params: z.object({}),
  query: ScreenedWalletsQuery,
  body: undefined,
  answer: { status: 200, schema: ScreenedWalletPage },
  refusals: [],
  run: async (ctx: Context, { query: { status, cursor, limit } }) => {
    const { screenings, nextCursor } = await listScreenedWallets(ctx, { status, cursor, limit });
    return { screenedWallets: screenings.map(wireScreened), nextCursor };
  },
});
