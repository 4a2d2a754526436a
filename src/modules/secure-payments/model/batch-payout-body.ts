import { z } from 'zod';
import { ITEMS_MAX, REDIRECT_FIELDS } from './creation-body.ts';

/** Longer than any token. */
const TOKEN_CHARS_MAX = 64;

/** The body of `POST /v2/secure-payments/batch-payouts`. */
export const CreateBatchPayoutLinkInput = z.strictObject({
  tokens: z
    .array(
      z
        .string()
        .min(1, 'tokens must hold tokens of secure payments')
        .max(TOKEN_CHARS_MAX, 'tokens must hold tokens of secure payments')
        .regex(/^[^\0]*$/, 'tokens must not contain the character NUL'),
    )
    .min(2, 'tokens must have at least 2 items')
    .max(ITEMS_MAX, `tokens must have at most ${ITEMS_MAX} items`)
    .describe('Pending single payouts of one network, in the order in which they are shown.'),
  ...REDIRECT_FIELDS,
});

/** Which payouts an integrator wants to pay together. */
export type CreateBatchPayoutLinkInput = z.output<typeof CreateBatchPayoutLinkInput>;
