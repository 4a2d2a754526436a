import { z } from 'zod';
import type { Context } from '#context.ts';
import { ROLES } from '#kit/role.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { listOwnAccounts } from '../list-own-accounts.ts';
import { sampleSession } from './session-shapes.ts';

const sample = {
  accountId: sampleSession.accountId,
  name: 'Fruit stall',
  role: sampleSession.role,
  current: true,
};

const OwnAccount = z
  .object({
    accountId: z.string(),
    name: z.string(),
    role: z.enum(ROLES).describe('What the caller is in it.'),
    current: z.boolean().describe('Whether it is the one of the session.'),
  })
  .meta({ id: 'OwnAccount', description: 'An account of the caller.', examples: [sample] });

const OwnAccountList = z.object({ accounts: z.array(OwnAccount) }).meta({
  id: 'OwnAccountList',
  description:
    'The accounts that the caller is a member of, at most a hundred, joined first first.',
  examples: [{ accounts: [sample] }],
});

/** `GET /v1/auth/accounts`: the accounts of who is signed in. */
export const listOwnAccountsEndpoint = endpoint({
  operationId: 'listOwnAccounts',
  host: 'auth',
  method: 'get',
  path: '/v1/auth/accounts',
  tag: 'Sessions',
  summary: 'Lists the accounts that you are a member of.',
  accepts: ['session'],
  leastRole: 'viewer',
  params: z.object({}),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: OwnAccountList },
  refusals: [],
  run: (ctx: Context) => listOwnAccounts(ctx),
});
