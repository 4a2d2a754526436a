import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { asPartner, NOT_A_PARTNER } from '../as-partner.ts';
import { brandingNotFound } from '../branding-scope.ts';
import { clientIdNotFound } from '../link-client-id.ts';
import { Branding } from '../model/shown-branding.ts';
import { updateBranding } from '../update-branding.ts';
import { BrandingChange } from './branding-shapes.ts';

/** `PATCH /v2/orchestrators/branding`: sets some of a style. */
export const updateBrandingEndpoint = endpoint({
  operationId: 'updateBranding',
  host: 'api',
  method: 'patch',
  path: '/v2/orchestrators/branding',
  tag: 'Orchestrators',
  summary: 'Sets some of a branding.',
  description:
    'Sets and never unsets: to go back to the page’s own, remove the branding and create it anew. A client ID’s own is named with its `clientId` in the body.',
  accepts: ['orchestrator_key', 'session'],
  leastRole: 'developer',
  params: z.object({}),
  query: z.strictObject({}),
  body: BrandingChange,
  answer: { status: 200, schema: Branding },
  refusals: [
    NOT_A_PARTNER,
    {
      status: 404,
      when: 'The scope has no branding of its own, or the client ID is not linked.',
      examples: [brandingNotFound(), clientIdNotFound()],
    },
  ],
  run: async (ctx: Context, { body }) => updateBranding(await asPartner(ctx), body),
});
