import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { listSessions } from '../list-sessions.ts';
import { sampleSession, sessionFields } from './session-shapes.ts';

const listed = {
  ...sampleSession,
  current: true,
  ipAddress: '203.0.113.7',
  userAgent: 'curl/8.5.0',
};

const ListedSession = z
  .object({
    ...sessionFields,
    current: z.boolean().describe('Whether it is the calling one.'),
    ipAddress: z.string().nullable().describe('From where it was opened.'),
    userAgent: z.string().nullable().describe('The browser or program that opened it.'),
  })
  .meta({
    id: 'SessionDetails',
    description: 'A session, and from where it was opened.',
    examples: [listed],
  });

const SessionList = z.object({ sessions: z.array(ListedSession) }).meta({
  id: 'SessionList',
  description: 'The live sessions of an account, newest first, at most a hundred.',
  examples: [{ sessions: [listed] }],
});

/** `GET /v1/auth/sessions`: who is signed in to the account, from where. */
export const listSessionsEndpoint = endpoint({
  operationId: 'listSessions',
  host: 'auth',
  method: 'get',
  path: '/v1/auth/sessions',
  tag: 'Sessions',
  summary: 'Lists the live sessions of the account.',
  accepts: ['session'],
  leastRole: 'viewer',
  params: z.object({}),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: SessionList },
  refusals: [],
  run: (ctx: Context) => listSessions(ctx),
});
