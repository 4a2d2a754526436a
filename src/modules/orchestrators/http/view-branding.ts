import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { asPartner, NOT_A_PARTNER } from '../as-partner.ts';
import { clientIdNotFound } from '../link-client-id.ts';
import { Branding } from '../model/shown-branding.ts';
import { viewBranding } from '../view-branding.ts';
import { brandedClientId } from './branding-shapes.ts';

/** `GET /v2/orchestrators/branding`: the style that holds. */
export const viewBrandingEndpoint = endpoint({
  operationId: 'viewBranding',
  host: 'api',
  method: 'get',
  path: '/v2/orchestrators/branding',
  tag: 'Orchestrators',
  summary: 'Shows the branding that holds for your payments, or for those of one client ID.',
  description:
    'With `clientId` its own, else the default: `clientIdId` or `orchestratorId` shows which. `null` where there is none, and the page keeps its own style.',
  accepts: ['orchestrator_key', 'session'],
  leastRole: 'viewer',
  params: z.object({}),
  query: z.strictObject({ clientId: brandedClientId() }),
  body: undefined,
  answer: { status: 200, schema: Branding.nullable() },
  refusals: [
    NOT_A_PARTNER,
    {
      status: 404,
      when: 'The client ID is not linked to this orchestrator.',
      examples: [clientIdNotFound()],
    },
  ],
  run: async (ctx: Context, { query }) => viewBranding(await asPartner(ctx), query),
});
