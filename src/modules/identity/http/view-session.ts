import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { viewSession } from '../view-session.ts';
import { sampleSession, sessionFields } from './session-shapes.ts';

const Session = z
  .object({
    ...sessionFields,
    mustAddSecondFactor: z
      .boolean()
      .describe(
        'Whether this installation lets the caller do nothing before a second factor is added.',
      ),
    isAdministrator: z.boolean().describe('Whether the caller administers the installation.'),
  })
  .meta({
    id: 'Session',
    description: 'Who is signed in.',
    examples: [{ ...sampleSession, mustAddSecondFactor: false, isAdministrator: false }],
  });

/** `GET /v1/auth/session`: the session that the call is made with. */
export const viewSessionEndpoint = endpoint({
  operationId: 'viewSession',
  host: 'auth',
  method: 'get',
  path: '/v1/auth/session',
  tag: 'Sessions',
  summary: 'Shows who is signed in.',
  accepts: ['session'],
  leastRole: 'viewer',
  isOpenWithoutSecondFactor: true,
  params: z.object({}),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: Session },
  refusals: [],
  run: (ctx: Context) => viewSession(ctx),
});
