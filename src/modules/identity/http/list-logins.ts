import { z } from 'zod';
import { CHAIN_FAMILIES } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { listLogins } from '../list-logins.ts';
import { sampleSession } from './session-shapes.ts';

const sample = {
  id: '01KC9TZ7Q2H6V0R4XM8E5WD3KA',
  kind: 'wallet',
  walletAddress: sampleSession.walletAddress,
  walletFamily: 'evm',
  email: null,
  createdAt: sampleSession.createdAt,
  current: true,
} as const;

const OwnLogin = z
  .object({
    id: z.string(),
    kind: z.enum(['wallet', 'email']),
    walletAddress: z.string().nullable(),
    walletFamily: z.enum(CHAIN_FAMILIES).nullable(),
    email: z.string().nullable(),
    createdAt: z.iso.datetime(),
    current: z.boolean().describe('Whether it opened the session.'),
  })
  .meta({ id: 'OwnLogin', description: 'A way in which you sign in.', examples: [sample] });

const OwnLoginList = z.object({ logins: z.array(OwnLogin) }).meta({
  id: 'OwnLoginList',
  description: 'How you sign in, the oldest way first.',
  examples: [{ logins: [sample] }],
});

/** `GET /v1/auth/logins`: how the caller signs in. */
export const listLoginsEndpoint = endpoint({
  operationId: 'listLogins',
  host: 'auth',
  method: 'get',
  path: '/v1/auth/logins',
  tag: 'Sessions',
  summary: 'Lists the wallets and email addresses that you sign in with.',
  accepts: ['session'],
  leastRole: 'viewer',
  params: z.object({}),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: OwnLoginList },
  refusals: [],
  run: (ctx: Context) => listLogins(ctx),
});
