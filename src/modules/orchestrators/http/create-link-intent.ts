import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import type { Context } from '#context.ts';
import { refuseField } from '#kit/failure.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { asPartner, NOT_A_PARTNER } from '../as-partner.ts';
import { createLinkIntent } from '../create-link-intent.ts';
import { KYT_PROVIDERS } from '../model/kyt-plan.ts';
import { KytPlanAnswer } from './link-shapes.ts';
import { SAMPLE_PARTNER, shownName } from './orchestrator-shapes.ts';

/** As many origins as a client ID may list, and no origin is longer than a host name and a port. */
const DOMAINS_MAX = 10;
const DOMAIN_CHARS_MAX = 300;

/** What the public API keeps of a partner's own word. */
const EXTERNAL_ID_CHARS_MAX = 255;

const KytProviderInput = z
  .strictObject({
    provider: z.enum(KYT_PROVIDERS),
    policyId: z.uuid().optional().describe("The provider's policy; its default if left out."),
  })
  .meta({
    id: 'KytProviderInput',
    description: 'A service that is to screen wallets.',
    examples: [{ provider: 'hypernative' }],
  });

const KytPlanInput = z
  .strictObject({
    providers: z
      .array(KytProviderInput)
      .min(1)
      .max(KYT_PROVIDERS.length)
      .refine((list) => new Set(list.map(({ provider }) => provider)).size === list.length, {
        error: 'providers must not repeat a provider',
      })
      .describe('In the order in which they are used.'),
  })
  .meta({
    id: 'KytPlanInput',
    description: 'Who is to screen the wallets that pay the platform.',
    examples: [{ providers: [{ provider: 'hypernative' }] }],
  });

const CreateLinkIntentRequest = z
  .strictObject({
    clientIdName: shownName().describe("The label of the platform's new client ID."),
    domains: z
      .array(z.string().max(DOMAIN_CHARS_MAX))
      .max(DOMAINS_MAX)
      .default([])
      .describe('Origins that the client ID may be used from; none makes it a backend client ID.'),
    externalId: z
      .string()
      .min(1)
      .max(EXTERNAL_ID_CHARS_MAX)
      .regex(/^[^\0]*$/, 'must not contain a NUL')
      .optional()
      .describe('Your own name for the platform; sent again when it has linked.'),
    kyt: KytPlanInput.optional().describe('Left out, the platform chooses when it accepts.'),
  })
  .meta({
    id: 'CreateLinkIntentRequest',
    description: 'What a platform is invited to.',
    examples: [{ clientIdName: 'Fruit stall', externalId: SAMPLE_PARTNER.externalId }],
  });

const sampleIntent = {
  id: SAMPLE_PARTNER.intentId,
  accessToken: SAMPLE_PARTNER.token,
  orchestratorId: SAMPLE_PARTNER.orchestratorId,
  clientIdName: 'Fruit stall',
  allowedDomains: [SAMPLE.origin],
  externalId: SAMPLE_PARTNER.externalId,
  kyt: null,
  used: false,
  expiresAt: '2026-01-04T03:04:05.000Z',
  createdAt: SAMPLE.createdAt,
  updatedAt: SAMPLE.createdAt,
} as const;

const LinkIntent = z
  .object({
    id: z.string().describe('A ULID.'),
    accessToken: z
      .string()
      .regex(/^lit_[0-9a-f]{32}$/)
      .describe('The right to accept; shown only in this answer.'),
    orchestratorId: z.string(),
    clientIdName: z.string(),
    allowedDomains: z.array(z.string()),
    externalId: z.string().nullable(),
    kyt: KytPlanAnswer.nullable(),
    used: z.literal(false).describe('Whether it was accepted.'),
    expiresAt: z.iso.datetime().describe('Two days after it was made.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({
    id: 'LinkIntent',
    description: 'An invitation to link.',
    examples: [sampleIntent],
  });

const LinkIntentCreated = z
  .object({ url: z.url().describe('Where the platform signs in and agrees.'), intent: LinkIntent })
  .meta({
    id: 'CreateLinkIntentResponse',
    description: 'A new invitation.',
    examples: [
      {
        url: `https://pay.example/onboarding/?token=${SAMPLE_PARTNER.token}`,
        intent: sampleIntent,
      },
    ],
  });

const message = 'domains[0] must use https; plain http is for localhost only';
const domainRefused = refuseField('domains[0]', message, 'invalid_domain');

/** `POST /v2/orchestrators/client-id-link-intents`: invites a platform to link. */
export const createLinkIntentEndpoint = endpoint({
  operationId: 'createLinkIntent',
  host: 'api',
  method: 'post',
  path: '/v2/orchestrators/client-id-link-intents',
  tag: 'Orchestrators',
  summary: 'Invites a platform to link to your orchestrator.',
  description:
    'A user who opens the URL, signs in with a wallet and accepts gets a client ID of its own, paid to the wallet’s destination and linked to you. One acceptance, within two days.',
  accepts: ['orchestrator_key', 'session'],
  leastRole: 'owner',
  params: z.object({}),
  query: z.strictObject({}),
  body: CreateLinkIntentRequest,
  answer: { status: 201, schema: LinkIntentCreated },
  refusals: [
    NOT_A_PARTNER,
    { status: 400, when: 'A domain is no origin, or is listed twice.', examples: [domainRefused] },
  ],
  run: async (ctx: Context, { body: { externalId, kyt, ...input } }) =>
    createLinkIntent(await asPartner(ctx), { ...input, externalId, kyt }),
});
