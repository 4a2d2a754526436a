import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { createPayoutImport, importedBefore, rowsRefused } from '../create-payout-import.ts';
import { CreatePayoutImportRequest } from '../model/import-body.ts';
import { IMPORT_BODY_BYTES_MAX, IMPORT_TAG, PayoutImport, sampleSummary } from './import-shapes.ts';

/** `POST /v2/payout-imports`: creates payouts in the background. */
export const createPayoutImportEndpoint = endpoint({
  operationId: 'createPayoutImport',
  host: 'api',
  method: 'post',
  path: '/v2/payout-imports',
  tag: IMPORT_TAG,
  summary: 'Creates up to 1,000 payout links in the background, and their bundles.',
  description:
    'Each row becomes a link as `POST /v2/secure-payments/payouts` makes it, once, whatever is stopped or asked again meanwhile. Then those of one network and currency are put into bundles. The same list is not taken again unless `repeatOf` says so. Added by Florin.',
  accepts: ['api_key', 'session'],
  leastRole: 'finance',
  bodyBytesMax: IMPORT_BODY_BYTES_MAX,
  params: z.object({}),
  query: z.strictObject({}),
  body: CreatePayoutImportRequest,
  answer: { status: 201, schema: PayoutImport },
  refusals: [
    {
      status: 400,
      when: 'A row cannot be paid; each is named, and nothing was created.',
      examples: [
        rowsRefused([
          {
            position: 1,
            line: 3,
            problems: [{ field: 'amount', code: '', message: 'amount must be greater than 0' }],
          },
        ]),
      ],
    },
    {
      status: 409,
      when: 'Exactly these payouts were imported before, or not as `repeatOf` says.',
      examples: [importedBefore(sampleSummary), importedBefore(undefined)],
    },
  ],
  run: (ctx: Context, { body }) => createPayoutImport(ctx, body),
});
