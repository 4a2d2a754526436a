import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { lastLogin, loginNotFound, unlinkWallet } from '../unlink-wallet.ts';

/** Longer than any id. */
const ID_CHARS_MAX = 100;

const WalletUnlinked = z
  .object({
    endedSessions: z.int().describe('How many sessions of the wallet ended, in all accounts.'),
  })
  .meta({
    id: 'UnlinkWalletResponse',
    description: 'The wallet opens nothing any more.',
    examples: [{ endedSessions: 1 }],
  });

/** `DELETE /v1/auth/wallets/{id}`: unlinks a wallet. */
export const unlinkWalletEndpoint = endpoint({
  operationId: 'unlinkWallet',
  host: 'auth',
  method: 'delete',
  path: '/v1/auth/wallets/{id}',
  tag: 'Sign-in',
  summary: 'Unlinks one of your wallets, and ends its sessions.',
  description: 'Destinations of the wallet and what is paid to it stay.',
  accepts: ['wallet_session'],
  leastRole: 'viewer',
  params: z.object({
    id: z
      .string()
      .max(ID_CHARS_MAX)
      .regex(/^[^\0]*$/, 'must not contain a NUL')
      .describe('As the list of your logins shows it.'),
  }),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: WalletUnlinked },
  refusals: [
    { status: 404, when: 'You have no linked wallet of this id.', examples: [loginNotFound()] },
    { status: 409, when: 'It is your only way to sign in.', examples: [lastLogin()] },
  ],
  run: (ctx: Context, { params }) => unlinkWallet(ctx, params),
});
