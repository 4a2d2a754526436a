import { z } from 'zod';
import type { Context } from '#context.ts';
import { AnswerWithHeaders, endpoint } from '#platform/http/endpoint.ts';
import { accountNotFound, switchAccount } from '../switch-account.ts';
import { sessionCookie } from './session-cookie.ts';
import { sampleSession } from './session-shapes.ts';
import { SignInAnswer } from './sign-in-shapes.ts';

/** Longer than any id. */
const ID_CHARS_MAX = 100;

const SwitchAccountRequest = z
  .strictObject({
    accountId: z
      .string()
      .max(ID_CHARS_MAX)
      .regex(/^[^\0]*$/, 'must not contain a NUL')
      .describe('As the list of your accounts shows it.'),
  })
  .meta({
    id: 'SwitchAccountRequest',
    description: 'Which account to open.',
    examples: [{ accountId: sampleSession.accountId }],
  });

/** `POST /v1/auth/account`: opens another account of who is signed in. */
export const switchAccountEndpoint = endpoint({
  operationId: 'switchAccount',
  host: 'auth',
  method: 'post',
  path: '/v1/auth/account',
  tag: 'Sessions',
  summary: 'Opens another account that you are a member of.',
  description:
    'The calling session ends and a new one begins, which lives no longer than the calling one would have. The next sign-in opens this account.',
  accepts: ['session'],
  leastRole: 'viewer',
  // Repeated, it opens the same account; a stored answer would bring no cookie.
  isIdempotent: true,
  params: z.object({}),
  query: z.strictObject({}),
  body: SwitchAccountRequest,
  answer: { status: 200, schema: SignInAnswer },
  refusals: [
    { status: 404, when: 'You are a member of no such account.', examples: [accountNotFound()] },
  ],
  run: async (ctx: Context, { body }) =>
    new AnswerWithHeaders({}, sessionCookie(ctx, await switchAccount(ctx, body))),
});
