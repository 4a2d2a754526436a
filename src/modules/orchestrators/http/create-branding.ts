import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { asPartner, NOT_A_PARTNER } from '../as-partner.ts';
import { brandingExists, createBranding } from '../create-branding.ts';
import { clientIdNotFound } from '../link-client-id.ts';
import { Branding } from '../model/shown-branding.ts';
import { CreateBrandingRequest } from './branding-shapes.ts';

/** `POST /v2/orchestrators/branding`: the style of the pay page for a partner's payments. */
export const createBrandingEndpoint = endpoint({
  operationId: 'createBranding',
  host: 'api',
  method: 'post',
  path: '/v2/orchestrators/branding',
  tag: 'Orchestrators',
  summary: 'Sets the style of the pay page for the payments that you create.',
  description:
    'Without `clientId` it is the default of all platforms; with it, the whole style replaces the default for that client ID. Payments that exist are shown with it too. Files are put into the folder of the pay page by its operator; text that could not be read on a colour is given another one.',
  accepts: ['orchestrator_key', 'session'],
  leastRole: 'developer',
  params: z.object({}),
  query: z.strictObject({}),
  body: CreateBrandingRequest,
  answer: { status: 201, schema: Branding },
  refusals: [
    NOT_A_PARTNER,
    {
      status: 404,
      when: 'The client ID is not linked to this orchestrator.',
      examples: [clientIdNotFound()],
    },
    { status: 409, when: 'The scope has a branding already.', examples: [brandingExists()] },
  ],
  run: async (ctx: Context, { body }) => createBranding(await asPartner(ctx), body),
});
