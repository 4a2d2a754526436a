import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { accountAlreadyBlocked, accountNotBlockable, blockAccount } from '../block-account.ts';
import { ACCOUNT_MISSING, AccountPath } from './administration-shapes.ts';

/** A sentence or two. */
const REASON_CHARS_MAX = 500;

const Body = z
  .strictObject({
    reason: z
      .string()
      .trim()
      .min(1)
      .max(REASON_CHARS_MAX)
      .regex(/^[^\0]*$/, 'must not contain a NUL')
      .describe('For administrators, and for the log of the account.'),
  })
  .meta({
    id: 'BlockAccountRequest',
    description: 'Why the account is blocked.',
    examples: [{ reason: 'Sells what it may not' }],
  });

const Blocked = z.object({ success: z.literal(true) }).meta({
  id: 'BlockAccountResponse',
  description: 'Its sessions and keys are refused from now on.',
  examples: [{ success: true }],
});

/** `POST /v1/admin/accounts/{id}/block`: refuses what an account may do. */
export const blockAccountEndpoint = endpoint({
  operationId: 'blockAccount',
  host: 'auth',
  method: 'post',
  path: '/v1/admin/accounts/{id}/block',
  tag: 'Administration',
  summary: 'Blocks an account.',
  description:
    'From now on its sessions, API keys, client IDs and keys of partners are refused with 403 `account_blocked`, and nobody signs in to it. What is paid to it on chains is recorded as before, and settles.',
  accepts: ['administrator'],
  params: AccountPath,
  query: z.strictObject({}),
  body: Body,
  answer: { status: 200, schema: Blocked },
  refusals: [
    ACCOUNT_MISSING,
    {
      status: 409,
      when: 'It is blocked already, the caller’s own, or that of Florin itself.',
      examples: [accountAlreadyBlocked(), accountNotBlockable()],
    },
  ],
  run: (ctx: Context, { params, body }) => blockAccount(ctx, { ...params, ...body }),
});
