import { z } from 'zod';
import { NETWORK_IDS } from '#catalog/networks.ts';
import { PaymentAccessPolicy } from '#modules/compliance/index.ts';
import { LINK_FIELDS, text } from './creation-body.ts';

/** Longer than any address, currency id or amount; each of them has its own rule behind this. */
const SHORT_TEXT_MAX = 200;

const shortText = (field: string) =>
  z
    .string()
    .min(1, `${field} must not be empty`)
    .max(SHORT_TEXT_MAX, `${field} must have at most ${SHORT_TEXT_MAX} characters`);

/** The body of `POST /v2/secure-payments/payouts`. */
export const CreatePayoutLinkInput = z.strictObject({
  recipient: shortText('recipient').describe('The wallet that is paid.'),
  creatorWalletAddress: shortText('creatorWalletAddress').describe(
    'The wallet that prepared the payout, typically the one that pays it; anybody may.',
  ),
  network: z.enum(NETWORK_IDS).describe('Where it is paid.'),
  currency: shortText('currency').describe(
    '`<symbol>-<network>`, a token or coin of that network.',
  ),
  amount: shortText('amount').describe('A human-readable decimal greater than 0, in the currency.'),
  recipientIdentifier: text('recipientIdentifier')
    .optional()
    .describe('Your own name for who is paid; kept apart from the payment and never shown.'),
  ...LINK_FIELDS,
  accessPolicy: PaymentAccessPolicy.optional().describe(
    'What is shown before. An allowlist is read and not enforced: who pays a payout is who wants to.',
  ),
});

/** The input of an integrator that pays a payee. */
export type CreatePayoutLinkInput = z.output<typeof CreatePayoutLinkInput>;
