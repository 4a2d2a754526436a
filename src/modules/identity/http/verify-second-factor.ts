import { z } from 'zod';
import type { Context } from '#context.ts';
import { AnswerWithHeaders, endpoint } from '#platform/http/endpoint.ts';
import {
  invalidSecondFactor,
  signInNotValid,
  verifySecondFactor,
} from '../verify-second-factor.ts';
import {
  FactorId,
  PasskeyAssertionBody,
  PendingToken,
  TOO_MANY_CODES,
} from './second-factor-shapes.ts';
import { sessionCookie } from './session-cookie.ts';
import { SignInAnswer } from './sign-in-shapes.ts';

/** A recovery code has 19 characters; people add spaces. */
const CODE_CHARS_MAX = 40;

const token = 'kq0vXh3nB8sQ2wZ7yT5rM1dLc9aJ4gFu6eWpXoNiVtE';

const Body = z
  .strictObject({
    token: PendingToken,
    proof: z.discriminatedUnion('method', [
      z
        .strictObject({
          method: z.enum(['totp', 'recovery_code']),
          code: z
            .string()
            .max(CODE_CHARS_MAX)
            .describe('The six digits that the app shows, or one of the recovery codes.'),
        })
        .meta({
          id: 'CodeProof',
          description: 'A code of an app, or a recovery code.',
          examples: [{ method: 'totp', code: '492039' }],
        }),
      z
        .strictObject({
          method: z.literal('passkey'),
          challengeId: FactorId,
          response: PasskeyAssertionBody,
        })
        .meta({
          id: 'PasskeyProof',
          description: 'The signature of a passkey over a challenge.',
          examples: [
            {
              method: 'passkey',
              challengeId: '01KDY8S0K3V7R2M5XQ9ZB4HTWC',
              response: {
                id: 'mZ2h2nHqXk0',
                rawId: 'mZ2h2nHqXk0',
                response: {
                  clientDataJSON: 'eyJ0eXBlIjoi',
                  authenticatorData: 'SZYN5YgOjGh0',
                  signature: 'MEUCIQDx',
                },
              },
            },
          ],
        }),
    ]),
  })
  .meta({
    id: 'VerifySecondFactorRequest',
    description: 'A sign-in whose password was right, and the proof of a second factor.',
    examples: [
      { token, proof: { method: 'totp', code: '492039' } },
      { token, proof: { method: 'recovery_code', code: '7GQ2-M4XK-9T0B-ZC5R' } },
    ],
  });

/** `POST /v1/auth/login/second-factor`: finishes a sign-in. */
export const verifySecondFactorEndpoint = endpoint({
  operationId: 'verifySecondFactor',
  host: 'auth',
  method: 'post',
  path: '/v1/auth/login/second-factor',
  tag: 'Sign-in',
  summary: 'Finishes a sign-in by a second factor.',
  description:
    'Five attempts use the sign-in up. A code counts once. The session lasts 30 days; a session that came along ends.',
  accepts: ['none'],
  params: z.object({}),
  query: z.strictObject({}),
  body: Body,
  answer: { status: 200, schema: SignInAnswer },
  refusals: [
    {
      status: 400,
      when: 'The sign-in is unknown, used, expired or failed five times, or the proof is wrong or was used before.',
      examples: [signInNotValid(), invalidSecondFactor()],
    },
    TOO_MANY_CODES,
  ],
  run: async (ctx: Context, { body }) =>
    new AnswerWithHeaders({}, sessionCookie(ctx, await verifySecondFactor(ctx, readProof(body)))),
});

/** Without what browsers send as null. */
function readProof({ token, proof }: z.output<typeof Body>) {
  if (proof.method !== 'passkey') return { token, proof };
  const { userHandle, ...response } = proof.response.response;
  const known = userHandle == null ? response : { ...response, userHandle };
  return { token, proof: { ...proof, response: { ...proof.response, response: known } } };
}
