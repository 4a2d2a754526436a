import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { importCompleted, stopPayoutImport } from '../stop-payout-import.ts';
import { IMPORT_TAG, NOT_FOUND, PayoutImport, PayoutImportParams } from './import-shapes.ts';

/** `POST /v2/payout-imports/{id}/stop`: creates no more of an import. */
export const stopPayoutImportEndpoint = endpoint({
  operationId: 'stopPayoutImport',
  host: 'api',
  method: 'post',
  path: '/v2/payout-imports/{id}/stop',
  tag: IMPORT_TAG,
  summary: 'Ends an import before all its payouts are created.',
  description:
    'Payouts that are there stay, in no bundle. Stopped again it answers the same. Added by Florin.',
  accepts: ['api_key', 'session'],
  leastRole: 'finance',
  params: PayoutImportParams,
  query: z.strictObject({}),
  body: z.strictObject({}).meta({
    id: 'StopPayoutImportRequest',
    description: 'Nothing: the path names the import.',
    examples: [{}],
  }),
  isBodyOptional: true,
  answer: { status: 200, schema: PayoutImport },
  refusals: [{ status: 400, when: 'It is completed.', examples: [importCompleted()] }, NOT_FOUND],
  run: (ctx: Context, { params }) => stopPayoutImport(ctx, params),
});
