import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { asPartner, NOT_A_PARTNER } from '../as-partner.ts';
import { clientIdNotFound } from '../link-client-id.ts';
import { unlinkClientId } from '../unlink-client-id.ts';
import { ClientIdUnlinked, named } from './link-shapes.ts';

/** `DELETE /v2/orchestrators/client-ids/{clientId}`: ends a link, as its partner. */
export const unlinkClientIdEndpoint = endpoint({
  operationId: 'unlinkClientId',
  host: 'api',
  method: 'delete',
  path: '/v2/orchestrators/client-ids/{clientId}',
  tag: 'Orchestrators',
  summary: 'Ends the link to a client ID.',
  description:
    'Links that were created for the platform keep naming your orchestrator. The client ID acts alone again and cannot be linked a second time.',
  accepts: ['orchestrator_key', 'session'],
  leastRole: 'owner',
  params: z.object({ clientId: named('The linked client ID: `cli_…`.') }),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: ClientIdUnlinked },
  refusals: [
    NOT_A_PARTNER,
    {
      status: 404,
      when: 'There is no such client ID, or it was never linked to this orchestrator.',
      examples: [clientIdNotFound()],
    },
  ],
  run: async (ctx: Context, { params }) => unlinkClientId(await asPartner(ctx), params),
});
