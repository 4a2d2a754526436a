import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { viewAccount } from '../view-account.ts';
import { ACCOUNT_MISSING, AccountPath, AdministeredAccount } from './administration-shapes.ts';

/** `GET /v1/admin/accounts/{id}`: an account of the installation. */
export const viewAccountEndpoint = endpoint({
  operationId: 'viewAccount',
  host: 'auth',
  method: 'get',
  path: '/v1/admin/accounts/{id}',
  tag: 'Administration',
  summary: 'Shows an account, who signs in to it, and why it is blocked.',
  accepts: ['administrator'],
  params: AccountPath,
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: AdministeredAccount },
  refusals: [ACCOUNT_MISSING],
  run: (ctx: Context, { params }) => viewAccount(ctx, params),
});
