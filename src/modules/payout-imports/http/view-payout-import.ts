import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { viewPayoutImport } from '../view-payout-import.ts';
import { IMPORT_TAG, NOT_FOUND, PayoutImport, PayoutImportParams } from './import-shapes.ts';

/** `GET /v2/payout-imports/{id}`: how far an import is. */
export const viewPayoutImportEndpoint = endpoint({
  operationId: 'viewPayoutImport',
  host: 'api',
  method: 'get',
  path: '/v2/payout-imports/{id}',
  tag: IMPORT_TAG,
  summary: 'Shows how far an import of payouts is, and its bundles.',
  description: 'Added by Florin.',
  accepts: ['api_key', 'session'],
  leastRole: 'viewer',
  params: PayoutImportParams,
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: PayoutImport },
  refusals: [NOT_FOUND],
  run: (ctx: Context, { params }) => viewPayoutImport(ctx, params),
});
