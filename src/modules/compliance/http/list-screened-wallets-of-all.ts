import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { listScreenedWalletsOfAll } from '../list-screened-wallets-of-all.ts';
import {
  ScreenedWalletOfAllPage,
  ScreenedWalletsQuery,
  wireScreened,
} from './screened-wallet-shapes.ts';

const ID_MAX = 26;

/** `GET /v1/admin/screened-wallets`: wallets of all accounts that a screening let neither pay nor be paid. */
export const listScreenedWalletsOfAllEndpoint = endpoint({
  operationId: 'listScreenedWalletsOfAll',
  host: 'auth',
  method: 'get',
  path: '/v1/admin/screened-wallets',
  tag: 'Administration',
  summary: 'Lists wallets of all accounts that were rejected, or that nobody decided about.',
  description:
    'Newest first: those of links, and those because of which a call without a link was refused, as `florin screening wallets` prints them.',
  accepts: ['administrator'],
  params: z.object({}),
  query: ScreenedWalletsQuery.extend({
    accountId: z
      .string()
      .max(ID_MAX)
      .regex(/^[0-9A-Z]*$/, 'accountId must be the id of an account')
      .optional()
      .describe('Only those of this account.'),
  }),
  body: undefined,
  answer: { status: 200, schema: ScreenedWalletOfAllPage },
  refusals: [],
  run: async (ctx: Context, { query: { status, accountId, cursor, limit } }) => {
    const input = { status, accountId, cursor, limit };
    const { screenings, nextCursor } = await listScreenedWalletsOfAll(ctx, input);
    const shown = screenings.map((one) => ({ ...wireScreened(one), accountId: one.accountId }));
    return { screenedWallets: shown, nextCursor };
  },
});
