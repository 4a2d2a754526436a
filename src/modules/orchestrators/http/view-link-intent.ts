import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { intentExpired, intentNotFound, intentUsed } from '../find-open-intent.ts';
import { Branding } from '../model/shown-branding.ts';
import { viewLinkIntent } from '../view-link-intent.ts';
import { KytPlanAnswer, named } from './link-shapes.ts';
import { SAMPLE_PARTNER } from './orchestrator-shapes.ts';

const LinkIntentView = z
  .object({
    valid: z.literal(true),
    clientIdName: z.string().describe('The label of the client ID that accepting makes.'),
    orchestratorName: z.string().describe('Who invites.'),
    allowedDomains: z.array(z.string()).describe('Origins that the client ID may be used from.'),
    kytRequired: z.boolean().describe('Whether accepting must say who screens.'),
    kyt: KytPlanAnswer.nullable().describe('Who screens, where the orchestrator has set it.'),
    expiresAt: z.iso.datetime(),
    branding: Branding.optional().describe(
      'Its branding of the payers’ page, where it has set one.',
    ),
  })
  .meta({
    id: 'LinkInvitation',
    description: 'What a platform is invited to.',
    examples: [
      {
        valid: true,
        clientIdName: 'Fruit stall',
        orchestratorName: SAMPLE_PARTNER.name,
        allowedDomains: [SAMPLE.origin],
        kytRequired: true,
        kyt: null,
        expiresAt: '2026-01-04T03:04:05.000Z',
      },
    ],
  });

/** `GET /v1/client-id-links/intents/{token}`: what an invitation offers. */
export const viewLinkIntentEndpoint = endpoint({
  operationId: 'viewLinkIntent',
  host: 'auth',
  method: 'get',
  path: '/v1/client-id-links/intents/{token}',
  tag: 'Onboarding',
  summary: 'Shows what an orchestrator invites to.',
  accepts: ['session'],
  leastRole: 'viewer',
  params: z.object({ token: named('The token of the invitation: `lit_…`.') }),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: LinkIntentView },
  refusals: [
    {
      status: 403,
      when: 'The invitation was accepted, or is too old.',
      examples: [intentUsed(), intentExpired()],
    },
    { status: 404, when: 'There is no such invitation.', examples: [intentNotFound()] },
  ],
  run: (ctx: Context, { params }) => viewLinkIntent(ctx, params),
});
