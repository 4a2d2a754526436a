import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { accountNotBlocked, unblockAccount } from '../unblock-account.ts';
import { ACCOUNT_MISSING, AccountPath } from './administration-shapes.ts';

const Unblocked = z.object({ success: z.literal(true) }).meta({
  id: 'UnblockAccountResponse',
  description: 'Its sessions and keys work again.',
  examples: [{ success: true }],
});

/** `POST /v1/admin/accounts/{id}/unblock`: lets an account do what it did before. */
export const unblockAccountEndpoint = endpoint({
  operationId: 'unblockAccount',
  host: 'auth',
  method: 'post',
  path: '/v1/admin/accounts/{id}/unblock',
  tag: 'Administration',
  summary: 'Ends the block of an account.',
  accepts: ['administrator'],
  params: AccountPath,
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: Unblocked },
  refusals: [
    ACCOUNT_MISSING,
    { status: 409, when: 'It is not blocked.', examples: [accountNotBlocked()] },
  ],
  run: (ctx: Context, { params }) => unblockAccount(ctx, params),
});
