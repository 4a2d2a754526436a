import { z } from 'zod';
import type { Context } from '#context.ts';
import { AnswerWithHeaders, endpoint } from '#platform/http/endpoint.ts';
import { tooManyAttempts } from '../count-attempt.ts';
import { emailTaken } from '../keep-email-login.ts';
import { alreadySignedIn, registerUser } from '../register-user.ts';
import { sessionCookie } from './session-cookie.ts';
import { EmailAndPassword, SignInAnswer } from './sign-in-shapes.ts';

/** `POST /v1/auth/register`: opens an account for an email address. */
export const registerUserEndpoint = endpoint({
  operationId: 'registerUser',
  host: 'auth',
  method: 'post',
  path: '/v1/auth/register',
  tag: 'Sign-in',
  summary: 'Opens an account for an email address, and signs in.',
  accepts: ['none'],
  params: z.object({}),
  query: z.strictObject({}),
  body: EmailAndPassword,
  answer: { status: 201, schema: SignInAnswer },
  refusals: [
    {
      status: 400,
      when: 'The caller is signed in, or the email address is registered already.',
      examples: [alreadySignedIn(), emailTaken()],
    },
    {
      status: 429,
      when: 'More accounts were requested from this address than people need.',
      examples: [tooManyAttempts(1_800)],
    },
  ],
  run: async (ctx: Context, { body }) =>
    new AnswerWithHeaders({}, sessionCookie(ctx, await registerUser(ctx, body))),
});
