import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { revokeSession, sessionNotFound } from '../revoke-session.ts';

/** Longer than any id. */
const ID_CHARS_MAX = 100;

const SessionRevoked = z.object({ success: z.literal(true) }).meta({
  id: 'RevokeSessionResponse',
  description: 'The session is over.',
  examples: [{ success: true }],
});

/** `DELETE /v1/auth/sessions/{id}`: ends one session of the account. */
export const revokeSessionEndpoint = endpoint({
  operationId: 'revokeSession',
  host: 'auth',
  method: 'delete',
  path: '/v1/auth/sessions/{id}',
  tag: 'Sessions',
  summary: 'Ends a session of the account, from its next call on.',
  accepts: ['session'],
  leastRole: 'viewer',
  params: z.object({
    id: z
      .string()
      .max(ID_CHARS_MAX)
      .regex(/^[^\0]*$/, 'must not contain a NUL')
      .describe('As the list of sessions shows it.'),
  }),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: SessionRevoked },
  refusals: [
    {
      status: 404,
      when: 'The account has no live session of this id.',
      examples: [sessionNotFound()],
    },
  ],
  run: (ctx: Context, { params }) => revokeSession(ctx, params),
});
