import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { tooManyAttempts } from '../count-attempt.ts';
import { createWalletChallenge, notAnAddress } from '../create-wallet-challenge.ts';
import { SAMPLE_CHALLENGE } from './sample-challenge.ts';

const { address, chainId, challengeId, nonce, message, expiresAt } = SAMPLE_CHALLENGE;

/** Longer than an address of any chain. */
const ADDRESS_CHARS_MAX = 100;

/** The wallet that is to sign. */
export const walletFields = {
  address: z
    .string()
    .max(ADDRESS_CHARS_MAX)
    .describe('The wallet, as EVM chains or Tron write addresses; which of them is detected.'),
  chainId: z
    .int()
    .positive()
    .default(1)
    .describe('Where a contract wallet lives. Ignored for Tron.'),
};

const CreateWalletChallengeRequest = z.strictObject(walletFields).meta({
  id: 'CreateWalletChallengeRequest',
  description: 'Who wants to sign in.',
  examples: [{ address, chainId }],
});

/** A message for a wallet to sign. */
export const WalletChallenge = z
  .object({
    challengeId: z.string().describe('A ULID.'),
    nonce: z.string().regex(/^[0-9a-f]{32}$/),
    message: z.string().describe('What the wallet is to sign, byte for byte (EIP-4361).'),
    expiresAt: z.iso.datetime().describe('Five minutes from now.'),
  })
  .meta({
    id: 'WalletChallenge',
    description: 'A message for the wallet to sign. It is worth one attempt.',
    examples: [{ challengeId, nonce, message, expiresAt }],
  });

/** `POST /v1/auth/wallet/challenge`: creates a challenge for a wallet. */
export const createWalletChallengeEndpoint = endpoint({
  operationId: 'createWalletChallenge',
  host: 'auth',
  method: 'post',
  path: '/v1/auth/wallet/challenge',
  tag: 'Sign-in',
  summary: 'Gives a wallet a message to sign.',
  description:
    'The message names the calling page where that is one of this service, and the pay page otherwise. EVM wallets sign it with `personal_sign`, Tron wallets with `signMessageV2`.',
  accepts: ['none'],
  params: z.object({}),
  query: z.strictObject({}),
  body: CreateWalletChallengeRequest,
  answer: { status: 201, schema: WalletChallenge },
  refusals: [
    { status: 400, when: 'The address is none.', examples: [notAnAddress()] },
    {
      status: 429,
      when: 'This caller has created more challenges than people need.',
      examples: [tooManyAttempts(120)],
    },
  ],
  run: (ctx: Context, { body }) => createWalletChallenge(ctx, body),
});
