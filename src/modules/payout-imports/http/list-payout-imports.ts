import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { pageCursor } from '#platform/http/page-cursor.ts';
import { listPayoutImports } from '../list-payout-imports.ts';
import { IMPORT_TAG, PayoutImportSummary, sampleSummary } from './import-shapes.ts';

/** A page; more takes another. */
const LIMIT = 20;
const LIMIT_MAX = 50;

/** `GET /v2/payout-imports`: the imports of the account. */
export const listPayoutImportsEndpoint = endpoint({
  operationId: 'listPayoutImports',
  host: 'api',
  method: 'get',
  path: '/v2/payout-imports',
  tag: IMPORT_TAG,
  summary: 'Lists imports of payouts, newest first.',
  description: 'Added by Florin.',
  accepts: ['api_key', 'session'],
  leastRole: 'viewer',
  params: z.object({}),
  query: z.strictObject({
    cursor: pageCursor(),
    limit: z.coerce.number().int().min(1).max(LIMIT_MAX).default(LIMIT),
  }),
  body: undefined,
  answer: {
    status: 200,
    schema: z
      .object({
        payoutImports: z.array(PayoutImportSummary),
        nextCursor: z.string().nullable().describe('Null on the last page.'),
      })
      .meta({
        id: 'PayoutImportPage',
        description: 'A page of imports.',
        examples: [{ payoutImports: [sampleSummary], nextCursor: null }],
      }),
  },
  refusals: [],
  run: (ctx: Context, { query }) => listPayoutImports(ctx, query),
});
