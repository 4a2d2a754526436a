import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { asPartner, NOT_A_PARTNER } from '../as-partner.ts';
import { clientIdNotFound } from '../link-client-id.ts';
import { removeBranding } from '../remove-branding.ts';
import { BrandingRemoved, brandedClientId } from './branding-shapes.ts';

/** `DELETE /v2/orchestrators/branding`: takes a style away. */
export const removeBrandingEndpoint = endpoint({
  operationId: 'removeBranding',
  host: 'api',
  method: 'delete',
  path: '/v2/orchestrators/branding',
  tag: 'Orchestrators',
  summary: 'Takes a branding away.',
  description:
    'Then the default applies, or the page’s own style. `removed` is false where there was nothing to take away.',
  accepts: ['orchestrator_key', 'session'],
  leastRole: 'developer',
  params: z.object({}),
  query: z.strictObject({ clientId: brandedClientId() }),
  body: undefined,
  answer: { status: 200, schema: BrandingRemoved },
  refusals: [
    NOT_A_PARTNER,
    {
      status: 404,
      when: 'The client ID is not linked to this orchestrator.',
      examples: [clientIdNotFound()],
    },
  ],
  run: async (ctx: Context, { query }) => removeBranding(await asPartner(ctx), query),
});
