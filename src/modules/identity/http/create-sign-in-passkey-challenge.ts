import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { createSignInPasskeyChallenge } from '../create-sign-in-passkey-challenge.ts';
import { signInNotValid } from '../verify-second-factor.ts';
import { PasskeyRequestChallenge, PendingToken, TOO_MANY_CODES } from './second-factor-shapes.ts';

const Body = z.strictObject({ token: PendingToken }).meta({
  id: 'CreateSignInPasskeyChallengeRequest',
  description: 'A sign-in whose password was right.',
  examples: [{ token: 'kq0vXh3nB8sQ2wZ7yT5rM1dLc9aJ4gFu6eWpXoNiVtE' }],
});

/** `POST /v1/auth/login/passkey-challenge`: what a passkey signs to finish a sign-in. */
export const createSignInPasskeyChallengeEndpoint = endpoint({
  operationId: 'createSignInPasskeyChallenge',
  host: 'auth',
  method: 'post',
  path: '/v1/auth/login/passkey-challenge',
  tag: 'Sign-in',
  summary: 'Creates what a passkey signs to finish a sign-in.',
  description: 'It lasts five minutes, and one attempt uses it up.',
  accepts: ['none'],
  params: z.object({}),
  query: z.strictObject({}),
  body: Body,
  answer: { status: 201, schema: PasskeyRequestChallenge },
  refusals: [
    {
      status: 400,
      when: 'The sign-in is unknown, used or expired, or its person has no passkey.',
      examples: [signInNotValid()],
    },
    TOO_MANY_CODES,
  ],
  run: (ctx: Context, { body }) => createSignInPasskeyChallenge(ctx, body),
});
