import { z } from 'zod';
import type { Context } from '#context.ts';
import { AnswerWithHeaders, endpoint } from '#platform/http/endpoint.ts';
import { walletTaken } from '../add-wallet-login.ts';
import { linkWallet } from '../link-wallet.ts';
import {
  challengeNotValid,
  contractOnOtherChain,
  signatureNotValid,
} from '../verify-wallet-challenge.ts';
import { sessionCookie } from './session-cookie.ts';
import { SignInAnswer } from './sign-in-shapes.ts';
import { SignedWalletChallenge } from './verify-wallet-challenge.ts';

/** `POST /v1/auth/wallets`: links a wallet to who is signed in. */
export const linkWalletEndpoint = endpoint({
  operationId: 'linkWallet',
  host: 'auth',
  method: 'post',
  path: '/v1/auth/wallets',
  tag: 'Sign-in',
  summary: 'Links the wallet that signed to you, and makes this the session of a wallet.',
  description:
    'The calling session ends and a new one begins, as after signing in with the wallet. One attempt uses the challenge up, also a failed one.',
  accepts: ['session'],
  leastRole: 'viewer',
  // A challenge counts once.
  isIdempotent: true,
  params: z.object({}),
  query: z.strictObject({}),
  body: SignedWalletChallenge,
  answer: { status: 200, schema: SignInAnswer },
  refusals: [
    {
      status: 400,
      when: 'The challenge is unknown, used, expired, or of another session.',
      examples: [challengeNotValid()],
    },
    {
      status: 401,
      when: 'The message or the nonce is not that of the challenge, its wallet did not sign it, or a contract wallet signed in on another chain before.',
      examples: [signatureNotValid(), contractOnOtherChain()],
    },
    { status: 409, when: 'The wallet is the login of somebody else.', examples: [walletTaken()] },
  ],
  run: async (ctx: Context, { body }) =>
    new AnswerWithHeaders({}, sessionCookie(ctx, await linkWallet(ctx, body))),
});
