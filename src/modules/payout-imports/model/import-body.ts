import { z } from 'zod';
import { TEST_PAYOUT } from '#catalog/samples.ts';

/** As many as a bundle may have at most. */
export const ROWS_MAX = 1_000;

/** Longer than any address, amount, currency id or text of a payout; each has its own rule behind this. */
const CELL_CHARS_MAX = 500;

/** Longer than the name of a file on any common system. */
const FILE_NAME_CHARS_MAX = 255;

/** The last line of a file that is still a number of the database. */
const LINE_MAX = 2_147_483_647;

const cell = z
  .string()
  .max(CELL_CHARS_MAX)
  .regex(/^[^\0]*$/, 'must not contain the character NUL')
  .optional();

/** A row as it was written: what is wrong with it is answered beside it, and not as a refusal of all. */
const PayoutImportRow = z
  .strictObject({
    line: z
      .int()
      .min(1)
      .max(LINE_MAX)
      .optional()
      .describe('Where it stands in your file; left out, its place in the list, from 1.'),
    recipient: cell.describe('The wallet that is paid.'),
    network: cell.describe('Where it is paid.'),
    currency: cell.describe('`<symbol>-<network>`, a token or coin of that network.'),
    amount: cell.describe('A human-readable decimal greater than 0, in the currency.'),
    reference: cell.describe('As of a payout; an empty text is none.'),
    recipientIdentifier: cell.describe('As of a payout; an empty text is none.'),
  })
  .meta({
    id: 'PayoutImportRow',
    description: 'A payout as it was written.',
    examples: [
      {
        line: 2,
        recipient: TEST_PAYOUT.recipient,
        network: TEST_PAYOUT.network,
        currency: TEST_PAYOUT.currency,
        amount: TEST_PAYOUT.amount,
        reference: 'SALARY-11',
      },
    ],
  });
const creatorWalletAddress = z
  .string()
  .min(1, 'creatorWalletAddress must not be empty')
  .max(CELL_CHARS_MAX)
  .describe('The wallet that prepared the payouts, typically the one that pays them.');

const rows = z
  .array(PayoutImportRow)
  .min(1, 'rows must have at least one item')
  .max(ROWS_MAX, `rows must have at most ${ROWS_MAX} items`)
  .describe('In the order in which their payouts are created.');

const sampleRows = {
  creatorWalletAddress: TEST_PAYOUT.creatorWalletAddress,
  rows: [
    {
      line: 2,
      recipient: TEST_PAYOUT.recipient,
      network: TEST_PAYOUT.network,
      currency: TEST_PAYOUT.currency,
      amount: TEST_PAYOUT.amount,
    },
  ],
};

/** The body of `POST /v2/payout-imports/validate`. */
export const ValidatePayoutImportRequest = z.strictObject({ creatorWalletAddress, rows }).meta({
  id: 'ValidatePayoutImportRequest',
  description: 'Payouts that are checked and not created.',
  examples: [sampleRows],
});
/** Payouts that are checked and not created. */
export type ValidatePayoutImportRequest = z.output<typeof ValidatePayoutImportRequest>;

/** The body of `POST /v2/payout-imports`. */
export const CreatePayoutImportRequest = z
  .strictObject({
    creatorWalletAddress,
    rows,
    fileName: z
      .string()
      .min(1)
      .max(FILE_NAME_CHARS_MAX)
      .regex(/^[^\0]*$/, 'fileName must not contain the character NUL')
      .optional()
      .describe('The name of your file, to find the import by.'),
    makesBundles: z
      .boolean()
      .default(true)
      .describe(
        'Whether payouts of one network and currency are put into bundles once all are created, so that few transactions pay them.',
      ),
    repeatOf: z
      .string()
      .max(CELL_CHARS_MAX)
      .optional()
      .describe(
        'The newest import of exactly these payouts, where they are to be paid once more; without it that is refused.',
      ),
  })
  .meta({
    id: 'CreatePayoutImportRequest',
    description: 'Payouts that are created in the background.',
    examples: [{ ...sampleRows, fileName: 'salaries.csv', makesBundles: true }],
  });
/** Payouts that are created in the background. */
export type CreatePayoutImportRequest = z.output<typeof CreatePayoutImportRequest>;
