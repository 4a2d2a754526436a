import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE, TEST_PAYOUT } from '#catalog/samples.ts';
import { CreatePayoutLinkInput } from '#modules/secure-payments/index.ts';

/** The tag of these endpoints. */
export const SAVED_PAYOUT_TAG = 'Payouts';

/** What fits a line of a list. */
const LABEL_CHARS_MAX = 100;
const LABEL_RULE = `label must have 1 to ${LABEL_CHARS_MAX} characters`;

/** The body of `POST /v2/saved-payouts`. */
export const CreateSavedPayoutRequest = CreatePayoutLinkInput.pick({
  recipient: true,
  creatorWalletAddress: true,
  network: true,
  currency: true,
  amount: true,
  reference: true,
})
  .extend({
    label: z
      .string()
      .trim()
      .min(1, LABEL_RULE)
      .max(LABEL_CHARS_MAX, LABEL_RULE)
      .regex(
        /^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u,
        'label must not hold control characters',
      )
      .describe('Its name, of which the account has one only.'),
  })
  .meta({
    id: 'CreateSavedPayoutRequest',
    description: 'A payout, and the name under which it is kept.',
    examples: [{ label: 'Salary of the office', ...TEST_PAYOUT }],
  });

/** A saved payout in examples. */
export const sampleSaved = {
  id: '01KC9V9P4T6W8Y0A2C4E6G8J0K',
  label: 'Salary of the office',
  ...TEST_PAYOUT,
  createdAt: SAMPLE.createdAt,
};

/** A saved payout as it is answered. */
export const SavedPayoutShape = z
  .object({
    id: z.string(),
    label: z.string(),
    recipient: z.string(),
    creatorWalletAddress: z.string(),
    network: z.string(),
    currency: z.string(),
    amount: z.string().describe('A human-readable decimal, in the currency.'),
    reference: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({
    id: 'SavedPayout',
    description: 'A payout that is kept to be made again.',
    examples: [sampleSaved],
  });
