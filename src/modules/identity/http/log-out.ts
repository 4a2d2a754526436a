import { z } from 'zod';
import type { Context } from '#context.ts';
import { AnswerWithHeaders, endpoint } from '#platform/http/endpoint.ts';
import { logOut } from '../log-out.ts';
import { expiredCookie } from './session-cookie.ts';

const LogOutAnswer = z.object({}).meta({
  id: 'LogOutResponse',
  description: 'Empty: the session is over, and the cookie is cleared.',
  examples: [{}],
});

/** `POST /v1/auth/logout`: ends the session that the call is made with. */
export const logOutEndpoint = endpoint({
  operationId: 'logOut',
  host: 'auth',
  method: 'post',
  path: '/v1/auth/logout',
  tag: 'Sign-in',
  summary: 'Ends the session, for its cookie and as bearer alike.',
  accepts: ['session'],
  leastRole: 'viewer',
  isOpenWithoutSecondFactor: true,
  params: z.object({}),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: LogOutAnswer },
  refusals: [],
  run: async (ctx: Context) => {
    await logOut(ctx);
    return new AnswerWithHeaders({}, expiredCookie(ctx));
  },
});
