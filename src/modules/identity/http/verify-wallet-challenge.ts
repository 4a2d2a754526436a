import { z } from 'zod';
import type { Context } from '#context.ts';
import { AnswerWithHeaders, endpoint } from '#platform/http/endpoint.ts';
import {
  challengeNotValid,
  contractOnOtherChain,
  signatureNotValid,
  verifyWalletChallenge,
} from '../verify-wallet-challenge.ts';
import { SAMPLE_CHALLENGE } from './sample-challenge.ts';
import { sessionCookie } from './session-cookie.ts';
import { SignInAnswer } from './sign-in-shapes.ts';

/** Well above what we hand out. What differs from it is refused anyway. */
const MESSAGE_CHARS_MAX = 2_000;
const ID_CHARS_MAX = 100;

const { challengeId, nonce, message } = SAMPLE_CHALLENGE;

/** A challenge and what the wallet made of it. */
export const SignedWalletChallenge = z
  .strictObject({
    challengeId: z
      .string()
      .max(ID_CHARS_MAX)
      .regex(/^[^\0]*$/, 'must not contain a NUL'),
    nonce: z.string().max(ID_CHARS_MAX).describe('As it came with the challenge.'),
    message: z.string().max(MESSAGE_CHARS_MAX).describe('As it came with the challenge.'),
    signature: z
      .string()
      .regex(/^(0x)?([0-9a-fA-F]{2}){64,8192}$/)
      .describe(
        'Of 65 bytes for a key: r, s and v, where v is 0, 1, 27 or 28 and s is in the lower half. Contract wallets (EIP-1271, ERC-6492) are called on the chain of the challenge.',
      ),
  })
  .meta({
    id: 'VerifyWalletChallengeRequest',
    description: 'A challenge and what the wallet made of it.',
    examples: [{ challengeId, nonce, message, signature: `0x${'5a'.repeat(64)}1b` }],
  });

/** `POST /v1/auth/wallet/verify`: signs a wallet in. */
export const verifyWalletChallengeEndpoint = endpoint({
  operationId: 'verifyWalletChallenge',
  host: 'auth',
  method: 'post',
  path: '/v1/auth/wallet/verify',
  tag: 'Sign-in',
  summary: 'Signs a wallet in.',
  description:
    'The first time opens an account. One attempt uses the challenge up, also a failed one. The session ends after 15 minutes without a call, and 12 hours after signing in at the latest. A session that came along ends.',
  accepts: ['none'],
  params: z.object({}),
  query: z.strictObject({}),
  body: SignedWalletChallenge,
  answer: { status: 200, schema: SignInAnswer },
  refusals: [
    {
      status: 400,
      when: 'The challenge is unknown, used or expired.',
      examples: [challengeNotValid()],
    },
    {
      status: 401,
      when: 'The message or the nonce is not that of the challenge, its wallet did not sign it, or a contract wallet signed in on another chain before.',
      examples: [signatureNotValid(), contractOnOtherChain()],
    },
  ],
  run: async (ctx: Context, { body }) =>
    new AnswerWithHeaders({}, sessionCookie(ctx, await verifyWalletChallenge(ctx, body))),
});
