import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { asPartner, NOT_A_PARTNER } from '../as-partner.ts';
import {
  clientIdAlreadyLinked,
  clientIdNotActive,
  clientIdNotFound,
  linkClientId,
} from '../link-client-id.ts';
import { ClientIdLinked, named } from './link-shapes.ts';

const LinkClientIdRequest = z
  .strictObject({ clientId: named('A client ID of your own account: `cli_…`.') })
  .meta({
    id: 'LinkClientIdRequest',
    description: 'Which client ID is to be linked.',
    examples: [{ clientId: SAMPLE.clientId }],
  });

/** `POST /v2/orchestrators/client-ids`: links a client ID of the partner's own account. */
export const linkClientIdEndpoint = endpoint({
  operationId: 'linkClientId',
  host: 'api',
  method: 'post',
  path: '/v2/orchestrators/client-ids',
  tag: 'Orchestrators',
  summary: 'Links a client ID of your own account to your orchestrator.',
  description:
    'A platform of another account links itself by accepting a link intent: its consent is what makes the link. Once linked, a client ID alone creates no payments; your key together with it does.',
  accepts: ['orchestrator_key', 'session'],
  leastRole: 'owner',
  params: z.object({}),
  query: z.strictObject({}),
  body: LinkClientIdRequest,
  answer: { status: 201, schema: ClientIdLinked },
  refusals: [
    NOT_A_PARTNER,
    { status: 403, when: 'The client ID is not active.', examples: [clientIdNotActive()] },
    {
      status: 404,
      when: 'There is no such client ID, or it belongs to another account.',
      examples: [clientIdNotFound()],
    },
    {
      status: 409,
      when: 'The client ID is linked, or was linked before.',
      examples: [clientIdAlreadyLinked()],
    },
  ],
  run: async (ctx: Context, { body }) => linkClientId(await asPartner(ctx), body),
});
