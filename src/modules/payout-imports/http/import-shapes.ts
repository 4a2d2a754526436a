import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE, TEST_PAYOUT } from '#catalog/samples.ts';
import type { DocumentedRefusal } from '#platform/http/endpoint.ts';
import { PAYOUT_IMPORT_STATUSES } from '../model/status.ts';
import { payoutImportNotFound } from '../view-payout-import.ts';

/** The tag of these endpoints. */
export const IMPORT_TAG = 'Payout imports';

/** A thousand rows with every field at its longest are less. */
export const IMPORT_BODY_BYTES_MAX = 2 * 1024 * 1024;

/** The import in the examples. */
const SAMPLE_IMPORT_ID = '01KC9V9P4T6W8Y0A2C4E6G8J0K';

/** Longer than any id. */
const ID_CHARS_MAX = 100;

/** The import that a path names. */
export const PayoutImportParams = z.object({
  id: z
    .string()
    .max(ID_CHARS_MAX)
    .regex(/^[^\0]*$/, 'id must not contain the character NUL')
    .meta({ description: 'As creating it answered.', examples: [SAMPLE_IMPORT_ID] }),
});

/** The 404 of everything below an import. */
export const NOT_FOUND = {
  status: 404,
  when: 'The account has no such import.',
  examples: [payoutImportNotFound()],
} as const satisfies DocumentedRefusal;

const sampleCounts = { total: 960, waiting: 0, created: 959, refused: 1, stopped: 0 };

const Counts = z
  .object({
    total: z.int(),
    waiting: z.int().describe('Not created yet.'),
    created: z.int(),
    refused: z.int().describe('Of which no payout could be created; the rows say why.'),
    stopped: z.int().describe('Not created because the import was stopped.'),
  })
  .meta({
    id: 'PayoutImportCounts',
    description: 'How many rows of an import stand where.',
    examples: [sampleCounts],
  });

/** An import in examples. */
export const sampleSummary = {
  id: SAMPLE_IMPORT_ID,
  status: 'completed' as const,
  fileName: 'salaries.csv',
  creatorWalletAddress: TEST_PAYOUT.creatorWalletAddress,
  makesBundles: true,
  repeatOf: null,
  rows: sampleCounts,
  delayedUntil: null,
  problem: null,
  createdAt: SAMPLE.createdAt,
  endedAt: SAMPLE.paidAt,
};

const SUMMARY = {
  id: z.string(),
  status: z
    .enum(PAYOUT_IMPORT_STATUSES)
    .describe('`running` until every payout and bundle is there, or somebody stopped it.'),
  fileName: z.string().nullable(),
  creatorWalletAddress: z.string(),
  makesBundles: z.boolean(),
  repeatOf: z.string().nullable().describe('The import that this one pays once more.'),
  rows: Counts,
  delayedUntil: z.iso
    .datetime()
    .nullable()
    .describe('When it goes on, where something outside does not answer now.'),
  problem: z
    .string()
    .nullable()
    .describe('Why it waits, or why some payouts are in no bundle, for people.'),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
};

/** An import in a list. */
export const PayoutImportSummary = z.object(SUMMARY).meta({
  id: 'PayoutImportSummary',
  description: 'A list of payouts that is created in the background.',
  examples: [sampleSummary],
});

const sampleTotal = {
  network: TEST_PAYOUT.network,
  currency: TEST_PAYOUT.currency,
  count: 959,
  amount: '48000',
};
const sampleBundle = {
  token: '01KC9V3HR6B8D0F2H4K6M8P0R2',
  securePaymentUrl: 'https://pay.example/?token=01KC9V3HR6B8D0F2H4K6M8P0R2',
  ...sampleTotal,
};

const TOTAL = {
  network: z.string(),
  currency: z.string().describe('A currency id.'),
  count: z.int(),
  amount: z.string().describe('A human decimal.'),
};

/** An import with what it comes to. */
export const PayoutImport = z
  .object({
    ...SUMMARY,
    totals: z
      .array(
        z.object(TOTAL).meta({
          id: 'PayoutImportTotal',
          description: 'What the payouts of an import come to in one currency.',
          examples: [sampleTotal],
        }),
      )
      .describe('Of all rows, before fees.'),
    bundles: z
      .array(
        z.object({ token: z.string(), securePaymentUrl: z.url(), ...TOTAL }).meta({
          id: 'PayoutImportBundle',
          description: 'A bundle of payouts of an import.',
          examples: [sampleBundle],
        }),
      )
      .describe('Made once all payouts are there.'),
  })
  .meta({
    id: 'PayoutImport',
    description: 'A list of payouts that is created in the background, with its bundles.',
    examples: [{ ...sampleSummary, totals: [sampleTotal], bundles: [sampleBundle] }],
  });
