import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { pageCursor } from '#platform/http/page-cursor.ts';
import { asPartner, NOT_A_PARTNER } from '../as-partner.ts';
import { listLinkIntents } from '../list-link-intents.ts';
import { KytPlanAnswer } from './link-shapes.ts';
import { SAMPLE_PARTNER } from './orchestrator-shapes.ts';

/** The page of the list of linked client IDs. */
const PAGE_INTENTS = 50;
const PAGE_INTENTS_MAX = 100;

const sampleIntent = {
  id: SAMPLE_PARTNER.intentId,
  orchestratorId: SAMPLE_PARTNER.orchestratorId,
  clientIdName: 'Fruit stall',
  allowedDomains: [SAMPLE.origin],
  externalId: SAMPLE_PARTNER.externalId,
  kyt: null,
  used: true,
  expiresAt: '2026-01-04T03:04:05.000Z',
  createdAt: SAMPLE.createdAt,
  updatedAt: SAMPLE.paidAt,
};

const LinkIntentSummary = z
  .object({
    id: z.string().describe('A ULID.'),
    orchestratorId: z.string(),
    clientIdName: z.string(),
    allowedDomains: z.array(z.string()),
    externalId: z.string().nullable(),
    kyt: KytPlanAnswer.nullable(),
    used: z.boolean().describe('Whether it was accepted.'),
    expiresAt: z.iso.datetime().describe('Nobody accepts it later.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime().describe('When it was accepted, where it was.'),
  })
  .meta({
    id: 'LinkIntentSummary',
    description: 'An invitation to link, without the token that accepts it.',
    examples: [sampleIntent],
  });

const LinkIntentPage = z
  .object({
    intents: z.array(LinkIntentSummary),
    nextCursor: z
      .string()
      .nullable()
      .describe('The cursor of the next page; null on the last one.'),
  })
  .meta({
    id: 'LinkIntentPage',
    description: 'A page of invitations, newest first.',
    examples: [{ intents: [sampleIntent], nextCursor: null }],
  });

const LinkIntentQuery = z.strictObject({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(PAGE_INTENTS_MAX)
    .default(PAGE_INTENTS)
    .describe('How many invitations a page holds.'),
  cursor: pageCursor(),
});

/** `GET /v2/orchestrators/client-id-link-intents`: the partner's invitations. */
export const listLinkIntentsEndpoint = endpoint({
  operationId: 'listLinkIntents',
  host: 'api',
  method: 'get',
  path: '/v2/orchestrators/client-id-link-intents',
  tag: 'Orchestrators',
  summary: 'Lists the invitations of your orchestrator, newest first.',
  description:
    'Open ones, accepted ones, and for 30 days those that nobody accepted in time. Their tokens were shown when they were made, and are kept nowhere. Added by Florin.',
  accepts: ['orchestrator_key', 'session'],
  leastRole: 'viewer',
  params: z.object({}),
  query: LinkIntentQuery,
  body: undefined,
  answer: { status: 200, schema: LinkIntentPage },
  refusals: [NOT_A_PARTNER],
  run: async (ctx: Context, { query: { limit, cursor } }) =>
    listLinkIntents(await asPartner(ctx), { limit, cursor }),
});
