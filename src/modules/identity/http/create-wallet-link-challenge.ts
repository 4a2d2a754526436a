import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { tooManyAttempts } from '../count-attempt.ts';
import { notAnAddress } from '../create-wallet-challenge.ts';
import {
  createWalletLinkChallenge,
  linkedWalletRequired,
  passwordRequired,
  wrongPassword,
} from '../create-wallet-link-challenge.ts';
import { PASSWORD_CHARS_MAX } from '../model/password.ts';
import { WalletChallenge, walletFields } from './create-wallet-challenge.ts';
import { SAMPLE_CHALLENGE } from './sample-challenge.ts';

const CreateWalletLinkChallengeRequest = z
  .strictObject({
    ...walletFields,
    password: z
      .string()
      .min(1)
      .max(PASSWORD_CHARS_MAX)
      .regex(/^[^\0]*$/, 'must not contain a NUL')
      .optional()
      .describe('Of your login, for a first wallet.'),
  })
  .meta({
    id: 'CreateWalletLinkChallengeRequest',
    description: 'Which wallet is to be linked to you.',
    examples: [{ address: SAMPLE_CHALLENGE.address, chainId: 1, password: 'a correct horse' }],
  });

/** `POST /v1/auth/wallets/challenge`: creates a challenge for a wallet to link. */
export const createWalletLinkChallengeEndpoint = endpoint({
  operationId: 'createWalletLinkChallenge',
  host: 'auth',
  method: 'post',
  path: '/v1/auth/wallets/challenge',
  tag: 'Sign-in',
  summary: 'Gives a wallet a message to sign that links it to you.',
  description:
    'The message names your login, and counts in this session alone. A first wallet needs your password; a further one a session that a linked wallet has signed. For a wallet that is linked, the signature makes this the session of a wallet.',
  accepts: ['session'],
  leastRole: 'viewer',
  // Each call makes its own.
  isIdempotent: true,
  params: z.object({}),
  query: z.strictObject({}),
  body: CreateWalletLinkChallengeRequest,
  answer: { status: 201, schema: WalletChallenge },
  refusals: [
    {
      status: 400,
      when: 'The address is none, or the password is missing or wrong.',
      examples: [notAnAddress(), passwordRequired(), wrongPassword()],
    },
    {
      status: 403,
      when: 'You have a linked wallet, and this session is by password.',
      examples: [linkedWalletRequired()],
    },
    {
      status: 429,
      when: 'There were too many attempts at the password, or more challenges than people need.',
      examples: [tooManyAttempts(120)],
    },
  ],
  run: (ctx: Context, { body: { password, ...wallet } }) =>
    createWalletLinkChallenge(ctx, { ...wallet, password }),
});
