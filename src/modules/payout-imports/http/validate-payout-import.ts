import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE, TEST_PAYOUT } from '#catalog/samples.ts';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { ValidatePayoutImportRequest } from '../model/import-body.ts';
import { validatePayoutImport } from '../validate-payout-import.ts';
import { IMPORT_BODY_BYTES_MAX, IMPORT_TAG, sampleSummary } from './import-shapes.ts';

const sampleProblem = {
  field: 'amount',
  code: 'invalid_request',
  message: 'amount must be greater than 0',
};

const RowFinding = z
  .object({
    field: z.string().describe('Empty where it is about the whole row.'),
    code: z.string().describe('A stable word for programs.'),
    message: z.string().describe('What is wrong or unusual, for people.'),
  })
  .meta({
    id: 'PayoutImportFinding',
    description: 'Something about one field of a row.',
    examples: [sampleProblem],
  });

const samplePayout = {
  recipient: TEST_PAYOUT.recipient,
  network: TEST_PAYOUT.network,
  currency: TEST_PAYOUT.currency,
  amount: TEST_PAYOUT.amount,
  fees: '0',
  payerTotal: TEST_PAYOUT.amount,
  reference: TEST_PAYOUT.reference,
};

const PlannedPayout = z
  .object({
    recipient: z.string().describe('In the form in which its chain shows it.'),
    network: z.string(),
    currency: z.string().describe('A currency id.'),
    amount: z.string().describe('A human decimal, as all that follow.'),
    fees: z.string(),
    payerTotal: z.string().describe('What leaves the payer.'),
    reference: z.string().nullable(),
  })
  .meta({
    id: 'PlannedPayout',
    description: 'What a payout would be, were it created now.',
    examples: [samplePayout],
  });

const sampleRows = [
  { position: 0, line: 2, isValid: true, payout: samplePayout, problems: [], warnings: [] },
  {
    position: 1,
    line: 3,
    isValid: false,
    payout: null,
    problems: [sampleProblem],
    warnings: [],
  },
];

const ValidatedRow = z
  .object({
    position: z.int().describe('In the list, from 0.'),
    line: z.int(),
    isValid: z.boolean(),
    payout: PlannedPayout.nullable().describe('Null where a problem stands against it.'),
    problems: z.array(RowFinding),
    warnings: z
      .array(RowFinding)
      .describe(
        'What stands against nothing: `duplicate_row`, `recipient_is_contract`, `recipient_is_payer`.',
      ),
  })
  .meta({ id: 'ValidatedPayoutRow', description: 'A row that was checked.', examples: sampleRows });

const sampleTotal = {
  network: TEST_PAYOUT.network,
  currency: TEST_PAYOUT.currency,
  count: 1,
  amount: TEST_PAYOUT.amount,
  fees: '0',
  payerTotal: TEST_PAYOUT.amount,
};

const PlannedTotal = z
  .object({
    network: z.string(),
    currency: z.string(),
    count: z.int(),
    amount: z.string(),
    fees: z.string(),
    payerTotal: z.string(),
  })
  .meta({
    id: 'PlannedPayoutTotal',
    description: 'What the valid rows of one currency come to.',
    examples: [sampleTotal],
  });

const samplePrevious = { id: sampleSummary.id, createdAt: SAMPLE.createdAt };

const PreviousImport = z.object({ id: z.string(), createdAt: z.iso.datetime() }).meta({
  id: 'PreviousPayoutImport',
  description: 'The newest import of exactly the same payouts.',
  examples: [samplePrevious],
});

/** `POST /v2/payout-imports/validate`: checks payouts and creates nothing. */
export const validatePayoutImportEndpoint = endpoint({
  operationId: 'validatePayoutImport',
  host: 'api',
  method: 'post',
  path: '/v2/payout-imports/validate',
  tag: IMPORT_TAG,
  summary: 'Checks up to 1,000 payouts, and changes nothing.',
  description:
    'Says of each row what stands against its payout, or what it would be with its fees. Recipients are looked up in no list of sanctioned addresses and judged by no vendor: that happens when each payout is created. Added by Florin.',
  accepts: ['api_key', 'session'],
  leastRole: 'finance',
  hasNodeQueries: true,
  isIdempotent: true,
  bodyBytesMax: IMPORT_BODY_BYTES_MAX,
  params: z.object({}),
  query: z.strictObject({}),
  body: ValidatePayoutImportRequest,
  answer: {
    status: 200,
    schema: z
      .object({
        rowCount: z.int(),
        validCount: z.int().describe('How many payouts could be created.'),
        rows: z.array(ValidatedRow).describe('In the order in which they were sent.'),
        totals: z.array(PlannedTotal).describe('Of the valid rows.'),
        areContractsChecked: z
          .boolean()
          .describe('False where a node did not say which recipients are contracts.'),
        previousImport: PreviousImport.nullable().describe(
          'Where exactly the valid rows were imported before, in this order.',
        ),
      })
      .meta({
        id: 'ValidatePayoutImportResponse',
        description: 'What creating these payouts would come to.',
        examples: [
          {
            rowCount: 2,
            validCount: 1,
            rows: sampleRows,
            totals: [sampleTotal],
            areContractsChecked: true,
            previousImport: samplePrevious,
          },
        ],
      }),
  },
  refusals: [],
  run: (ctx: Context, { body }) => validatePayoutImport(ctx, body),
});
