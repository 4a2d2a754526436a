import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { keyNotFound, revokeOrchestratorKey } from '../revoke-orchestrator-key.ts';
import { named } from './link-shapes.ts';
import { OrchestratorKeyAnswer } from './orchestrator-shapes.ts';

/** `DELETE /v2/orchestrators/keys/{id}`: ends a key for good. */
export const revokeOrchestratorKeyEndpoint = endpoint({
  operationId: 'revokeOrchestratorKey',
  host: 'api',
  method: 'delete',
  path: '/v2/orchestrators/keys/{id}',
  tag: 'Orchestrators',
  summary: 'Revokes a key at once and for good.',
  description:
    'Also the key that the call is made with. Without any key left, a session of the account can rotate to a new one.',
  accepts: ['orchestrator_key', 'session'],
  leastRole: 'developer',
  params: z.object({ id: named("The key's id, a ULID.") }),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: OrchestratorKeyAnswer },
  refusals: [
    {
      status: 404,
      when: 'There is no such key, or it belongs to somebody else.',
      examples: [keyNotFound()],
    },
  ],
  run: (ctx: Context, { params }) => revokeOrchestratorKey(ctx, params),
});
