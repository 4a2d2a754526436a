import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { asPartner, NOT_A_PARTNER } from '../as-partner.ts';
import { listClientIdLinks } from '../list-client-id-links.ts';
import { ClientIdLinkPage } from './link-shapes.ts';

/** The public API's page, and the longest one that is answered. */
const PAGE_LINKS = 50;
const PAGE_LINKS_MAX = 100;

/** A bound of the arithmetic, far beyond any last page. */
const PAGES_MAX = 1_000_000;

const ClientIdLinkQuery = z.strictObject({
  page: z.coerce.number().int().min(1).max(PAGES_MAX).default(1).describe('Begins with 1.'),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(PAGE_LINKS_MAX)
    .default(PAGE_LINKS)
    .describe('How many links a page holds.'),
});

/** `GET /v2/orchestrators/client-ids`: the partner's active links. */
export const listClientIdLinksEndpoint = endpoint({
  operationId: 'listClientIdLinks',
  host: 'api',
  method: 'get',
  path: '/v2/orchestrators/client-ids',
  tag: 'Orchestrators',
  summary: 'Lists the client IDs that are linked to your orchestrator.',
  accepts: ['orchestrator_key', 'session'],
  leastRole: 'viewer',
  params: z.object({}),
  query: ClientIdLinkQuery,
  body: undefined,
  answer: { status: 200, schema: ClientIdLinkPage },
  refusals: [NOT_A_PARTNER],
  run: async (ctx: Context, { query }) => listClientIdLinks(await asPartner(ctx), query),
});
