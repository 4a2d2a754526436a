import { z } from 'zod';
import { Flow } from '#modules/events/index.ts';
import { moment, REFERENCE_MAX, shortText } from './payment-query.ts';

/** Longer than any address. */
const WALLET_MAX = 128;

/** What any amount of any token fits in, to the unit. */
const AMOUNT = /^[0-9]{1,60}(\.[0-9]{1,30})?$/;

const amount = (field: string) =>
  z
    .string()
    .regex(AMOUNT, `${field} must be a decimal number that is not negative, such as 12.5`)
    .optional();

/** The member of a query that names who is paid. */
export const walletAddress = z
  .string()
  .max(WALLET_MAX, `walletAddress must have at most ${WALLET_MAX} characters`)
  .optional()
  .describe('Only requests that pay this wallet, in any case.');

/** The members of a query that requests are searched by. */
export const REQUEST_FILTERS = {
  status: z
    .enum(['created', 'pending', 'partially_paid', 'paid', 'cancelled'])
    .optional()
    .describe('How far they are paid, as `status` of a request says it.'),
  securePaymentStatus: z
    .enum(['pending', 'completed', 'expired', 'invalidated', 'compliance_failed'])
    .optional()
    .describe('Only requests whose current link has this status.'),
  flow: Flow.optional().describe('Only what the account is paid, or only what it pays.'),
  network: shortText('network').describe('The network that is paid on, by its id.'),
  currency: shortText('currency').describe(
    'What is paid, as a currency id such as `USDC-base`, or the fiat code of the invoice.',
  ),
  minAmount: amount('minAmount').describe('The least amount, as a human decimal.'),
  maxAmount: amount('maxAmount').describe('The largest amount, as a human decimal.'),
  walletAddress,
  wallet: shortText('wallet', WALLET_MAX).describe(
    'A wallet that is paid, is expected to pay or paid, in any case.',
  ),
  reference: shortText('reference', REFERENCE_MAX).describe(
    'Your own name for the request or its link, as a whole.',
  ),
  requestId: shortText('requestId').describe('One request: `01` and 64 hexadecimal digits.'),
  securePaymentToken: shortText('securePaymentToken').describe(
    'Only requests that are or were in this link.',
  ),
  clientId: shortText('clientId').describe('What it was created with, directly or by its link.'),
  fromDate: moment('fromDate').describe('The earliest time of creation; ends in `Z`.'),
  toDate: moment('toDate').describe('The latest time of creation; ends in `Z`.'),
};

const Filters = z.strictObject(REQUEST_FILTERS);

/** What requests are searched by. */
export type RequestFilters = z.output<typeof Filters>;
