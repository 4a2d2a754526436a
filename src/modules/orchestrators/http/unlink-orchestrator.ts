import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { linkNotFound, unlinkOrchestrator } from '../unlink-orchestrator.ts';
import { ClientIdUnlinked, named } from './link-shapes.ts';

/** `DELETE /v1/client-id-links/{clientIdId}`: ends a link, as its platform. */
export const unlinkOrchestratorEndpoint = endpoint({
  operationId: 'unlinkOrchestrator',
  host: 'auth',
  method: 'delete',
  path: '/v1/client-id-links/{clientIdId}',
  tag: 'Onboarding',
  summary: 'Ends the link of a client ID of yours to an orchestrator.',
  description: 'The client ID acts alone again and cannot be linked a second time.',
  accepts: ['wallet_session'],
  leastRole: 'owner',
  params: z.object({ clientIdId: named('The `id` of the client ID, a ULID.') }),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: ClientIdUnlinked },
  refusals: [
    {
      status: 404,
      when: 'The client ID was never linked, or belongs to somebody else.',
      examples: [linkNotFound()],
    },
  ],
  run: (ctx: Context, { params }) => unlinkOrchestrator(ctx, params),
});
