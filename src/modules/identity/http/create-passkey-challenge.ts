import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { passkeysNotAvailable } from '../check-passkey.ts';
import { createPasskeyChallenge, tooManyPasskeys } from '../create-passkey-challenge.ts';
import { FRESHNESS_REFUSAL, PasskeyCreationChallenge } from './second-factor-shapes.ts';

/** `POST /v1/auth/passkeys/challenge`: what a browser needs to make a passkey. */
export const createPasskeyChallengeEndpoint = endpoint({
  operationId: 'createPasskeyChallenge',
  host: 'auth',
  method: 'post',
  path: '/v1/auth/passkeys/challenge',
  tag: 'Second factor',
  summary: 'Creates what a browser needs to make a passkey.',
  description: 'It lasts five minutes, and one attempt uses it up.',
  accepts: ['session'],
  leastRole: 'viewer',
  isOpenWithoutSecondFactor: true,
  params: z.object({}),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 201, schema: PasskeyCreationChallenge },
  refusals: [
    {
      status: 400,
      when: 'There are as many passkeys as there can be, or this installation takes none.',
      examples: [tooManyPasskeys(), passkeysNotAvailable()],
    },
    FRESHNESS_REFUSAL,
  ],
  run: (ctx: Context) => createPasskeyChallenge(ctx),
});
