import { z } from 'zod';

/** Longer than any wallet, amount or percentage; each has its own rule behind this. */
const SHORT_TEXT_MAX = 128;

const shortText = z
  .string()
  .max(SHORT_TEXT_MAX, `must have at most ${SHORT_TEXT_MAX} characters`)
  .regex(/^[^\0]*$/, 'must not contain the character NUL');

const BANK_TEXT_MAX = 255;
const bankText = z
  .string()
  .max(BANK_TEXT_MAX, `must have at most ${BANK_TEXT_MAX} characters`)
  .optional();

const amount = shortText
  .optional()
  .describe('A part of what is due, as a human-readable decimal; left out, all of it.');
const feePercentage = shortText
  .optional()
  .describe('A fee on top, borne by the payer, where the request has none of its own.');
const feeAddress = shortText.optional().describe('Who receives it; required with `feePercentage`.');

/** The query of `GET /v2/request/{requestId}/routes`. */
export const RouteQuery = z.strictObject({
  wallet: shortText.describe('The wallet that would pay.'),
  amount,
  feePercentage,
  feeAddress,
});

/** The query of `GET /v2/request/{requestId}/pay`. */
export const RequestPayQuery = z.strictObject({
  wallet: shortText
    .optional()
    .describe('The wallet that pays; without it nothing is checked and the approval is prepared.'),
  chain: shortText
    .optional()
    .describe('The chain to pay from; left out, the request’s own. Comes with `token`.'),
  token: shortText.optional().describe('The token to pay with. Comes with `chain`.'),
  amount,
  form: z
    .enum(['transactions', 'payment_intent'])
    .optional()
    .describe(
      '`payment_intent`: what the payer signs; 404 where that is not offered. Added by Florin.',
    ),
  clientUserId: bankText.describe(
    'Of a payout to a bank: whose bank account, as the request has it.',
  ),
  paymentDetailsId: bankText.describe('The bank account, as the request has it.'),
  feePercentage,
  feeAddress,
});

/** How a payer wants to pay. */
export type RequestPayQuery = z.output<typeof RequestPayQuery>;
