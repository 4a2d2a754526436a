import { z } from 'zod';
import type { Context } from '#context.ts';
import { AnswerWithHeaders, endpoint } from '#platform/http/endpoint.ts';
import { tooManyAttempts } from '../count-attempt.ts';
import { invalidLogin, logIn } from '../log-in.ts';
import { sessionCookie } from './session-cookie.ts';
import { EmailAndPassword, LogInAnswer } from './sign-in-shapes.ts';

/** `POST /v1/auth/login`: signs in with a password. */
export const logInEndpoint = endpoint({
  operationId: 'logIn',
  host: 'auth',
  method: 'post',
  path: '/v1/auth/login',
  tag: 'Sign-in',
  summary: 'Signs in with an email address and its password.',
  description:
    'The session lasts 30 days. A session that came along ends. Somebody who has a second factor gets no session yet, but a token that `verifySecondFactor` finishes the sign-in with.',
  accepts: ['none'],
  params: z.object({}),
  query: z.strictObject({}),
  body: EmailAndPassword,
  answer: { status: 200, schema: LogInAnswer },
  refusals: [
    {
      status: 400,
      when: 'The password is wrong, or nobody registered the email address.',
      examples: [invalidLogin()],
    },
    {
      status: 429,
      when: 'There were too many attempts for this email address or from this caller.',
      examples: [tooManyAttempts(600)],
    },
  ],
  run: async (ctx: Context, { body }) => {
    const answer = await logIn(ctx, body);
    if ('token' in answer) return new AnswerWithHeaders({}, sessionCookie(ctx, answer));
    const { methods, ...pending } = answer.pending;
    return { secondFactor: { ...pending, methods: [...methods] } };
  },
});
