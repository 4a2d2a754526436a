import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { pageCursor } from '#platform/http/page-cursor.ts';
import { searchAccounts } from '../search-accounts.ts';
import { AccountPage } from './administration-shapes.ts';

/** What a screen shows. */
const PAGE_ACCOUNTS = 25;
const PAGE_ACCOUNTS_MAX = 100;

/** As long as the longest email address. */
const SEARCH_CHARS_MAX = 254;

const Query = z.strictObject({
  search: z
    .string()
    .trim()
    .min(1)
    .max(SEARCH_CHARS_MAX)
    .regex(/^[^\0]*$/, 'must not contain a NUL')
    .optional()
    .describe('Its id, or how its name, an email address or a wallet of it begins.'),
  limit: z.coerce.number().int().min(1).max(PAGE_ACCOUNTS_MAX).default(PAGE_ACCOUNTS),
  cursor: pageCursor(),
});

/** `GET /v1/admin/accounts`: the accounts of the installation. */
export const searchAccountsEndpoint = endpoint({
  operationId: 'searchAccounts',
  host: 'auth',
  method: 'get',
  path: '/v1/admin/accounts',
  tag: 'Administration',
  summary: 'Searches the accounts of the installation, newest first.',
  accepts: ['administrator'],
  params: z.object({}),
  query: Query,
  body: undefined,
  answer: { status: 200, schema: AccountPage },
  refusals: [],
  run: (ctx: Context, { query: { search, cursor, limit } }) =>
    searchAccounts(ctx, { search, cursor, limit }),
});
