import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE, TEST_PAYOUT } from '#catalog/samples.ts';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { listPayoutImportRows } from '../list-payout-import-rows.ts';
import { ROWS_MAX } from '../model/import-body.ts';
import { PAYOUT_IMPORT_ROW_STATUSES } from '../model/status.ts';
import { IMPORT_TAG, NOT_FOUND, PayoutImportParams } from './import-shapes.ts';

/** A page; a whole import fits the longest one. */
const LIMIT = 100;

const sampleRow = {
  position: 0,
  line: 2,
  status: 'created' as const,
  recipient: TEST_PAYOUT.recipient,
  network: TEST_PAYOUT.network,
  currency: TEST_PAYOUT.currency,
  amount: TEST_PAYOUT.amount,
  reference: TEST_PAYOUT.reference,
  securePaymentToken: SAMPLE.token,
  securePaymentUrl: `https://pay.example/?token=${SAMPLE.token}`,
  bundleToken: '01KC9V3HR6B8D0F2H4K6M8P0R2',
  problem: null,
};
const sampleProblem = {
  code: 'invalid_request',
  message: 'recipient must be 0x and 40 hexadecimal digits',
};

const RowProblem = z.object({ code: z.string(), message: z.string() }).meta({
  id: 'PayoutImportRowProblem',
  description: 'Why no payout was created of a row.',
  examples: [sampleProblem],
});

const ImportedRow = z
  .object({
    position: z.int(),
    line: z.int(),
    status: z.enum(PAYOUT_IMPORT_ROW_STATUSES),
    recipient: z.string(),
    network: z.string(),
    currency: z.string(),
    amount: z.string(),
    reference: z.string().nullable(),
    securePaymentToken: z.string().nullable().describe('Its link, once that is created.'),
    securePaymentUrl: z.url().nullable(),
    bundleToken: z.string().nullable().describe('The bundle that it was put into.'),
    problem: RowProblem.nullable(),
  })
  .meta({ id: 'ImportedPayoutRow', description: 'A row of an import.', examples: [sampleRow] });

/** `GET /v2/payout-imports/{id}/rows`: what became of the rows of an import. */
export const listPayoutImportRowsEndpoint = endpoint({
  operationId: 'listPayoutImportRows',
  host: 'api',
  method: 'get',
  path: '/v2/payout-imports/{id}/rows',
  tag: IMPORT_TAG,
  summary: 'Lists the rows of an import in their order.',
  description: 'With the link of each, or why there is none. Added by Florin.',
  accepts: ['api_key', 'session'],
  leastRole: 'viewer',
  params: PayoutImportParams,
  query: z.strictObject({
    status: z.enum(PAYOUT_IMPORT_ROW_STATUSES).optional(),
    cursor: z.coerce
      .number()
      .int()
      .min(0)
      .max(ROWS_MAX)
      .optional()
      .describe('The `nextCursor` of the page before.'),
    limit: z.coerce.number().int().min(1).max(ROWS_MAX).default(LIMIT),
  }),
  body: undefined,
  answer: {
    status: 200,
    schema: z
      .object({
        rows: z.array(ImportedRow),
        nextCursor: z.int().nullable().describe('Null on the last page.'),
      })
      .meta({
        id: 'PayoutImportRowPage',
        description: 'A page of rows of an import.',
        examples: [{ rows: [sampleRow], nextCursor: null }],
      }),
  },
  refusals: [NOT_FOUND],
  run: (ctx: Context, { params, query }) => listPayoutImportRows(ctx, { ...params, ...query }),
});
