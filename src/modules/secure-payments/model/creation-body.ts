import { z } from 'zod';
import { SAMPLE_DESTINATION_ID } from '#catalog/samples.ts';
import { isPercentage } from '#kit/percentage.ts';
import { PaymentAccessPolicy } from '#modules/compliance/index.ts';
import { isButtonLabel, isRedirectUrl } from './redirect-rules.ts';

/** The specification's bound for texts of the integrator. */
const TEXT_MAX = 255;

/** What browsers and servers commonly accept as an address. The specification names no bound. */
const URL_MAX = 2048;

/** More items than any batch may ever have (the public documentation says 200) are not even read. */
export const ITEMS_MAX = 200;

/** PostgreSQL cannot store the character NUL, and no text needs it. */
const WITHOUT_NUL = /^[^\0]*$/;

/** A text of the integrator. */
export const text = (field: string) =>
  z
    .string()
    .min(1, `${field} must have 1 to ${TEXT_MAX} characters`)
    .max(TEXT_MAX, `${field} must have 1 to ${TEXT_MAX} characters`)
    .regex(WITHOUT_NUL, `${field} must not contain the character NUL`);

const SecurePaymentItem = z
  .strictObject({
    destinationId: z
      .string()
      .min(1, 'destinationId must not be empty')
      .optional()
      .describe(
        'An ERC-7828 composite ID: wallet, chain and token. Left out, the newest active destination of the account is paid.',
      ),
    amount: z.string().describe('A human-readable decimal greater than 0, in the token.'),
    payee: z
      .string()
      .optional()
      .describe('The older form, in place of `destinationId`: the wallet that is paid.'),
    invoiceCurrency: z
      .string()
      .optional()
      .describe('The older form: the same as `paymentCurrency`, or a fiat code such as `EUR`.'),
    paymentCurrency: z
      .string()
      .optional()
      .describe('The older form: a currency id such as `USDC-base`.'),
  })
  .meta({
    id: 'SecurePaymentItem',
    description: 'One payment of a link.',
    examples: [{ destinationId: SAMPLE_DESTINATION_ID, amount: '12.5' }],
  });
/** One payment of a link, in the form that names a destination or in the older one. */
export type SecurePaymentItem = z.output<typeof SecurePaymentItem>;

/** Where a payer is offered to go after paying. */
export const REDIRECT_FIELDS = {
  redirectUrl: z
    .string()
    .max(URL_MAX, `redirectUrl must have at most ${URL_MAX} characters`)
    .refine(
      isRedirectUrl,
      'redirectUrl must be an http or https URL without <, >, ", \', `, backslash, whitespace, control characters or user info',
    )
    .optional()
    .describe('Shown as a button on the success screen; nobody is redirected automatically.'),
  redirectLabel: text('redirectLabel')
    .regex(/^[^<>&"'`]*$/, 'redirectLabel must not contain <, >, &, ", \' or `')
    .refine(
      isButtonLabel,
      'redirectLabel must not be blank or contain control, line-break or direction characters',
    )
    .optional()
    .describe('The words of that button; "Go Back and Close" where it is left out.'),
};

/** What every link with an amount of its own may say. */
export const LINK_FIELDS = {
  feePercentage: z
    .string()
    .refine(isPercentage, 'feePercentage must be a decimal from 0 to 100 with at most 6 decimals')
    .optional()
    .describe('A fee on top of the amount, borne by the payer, rounded down to the unit.'),
  feeAddress: z
    .string()
    .min(1, 'feeAddress must not be empty')
    .optional()
    .describe('Who receives the fee; required with `feePercentage`.'),
  reference: text('reference')
    .optional()
    .describe('Your own name for the payment; shown to the payer and repeated in webhooks.'),
  ...REDIRECT_FIELDS,
};

/** The body of `POST /v2/secure-payments`. */
export const CreateSecurePaymentInput = z.strictObject({
  requests: z
    .array(SecurePaymentItem)
    .min(1, 'requests must have at least one item')
    .max(ITEMS_MAX, `requests must have at most ${ITEMS_MAX} items`)
    .describe('One item makes a single payment; several make a batch, on one EVM network.'),
  ...LINK_FIELDS,
  payerIdentifier: text('payerIdentifier')
    .optional()
    .describe('Your own name for the payer; kept apart from the payment and never shown.'),
  accessPolicy: PaymentAccessPolicy.optional().describe(
    'Who may pay, and what is shown before; left out, as the destination says. Fixed with the link.',
  ),
});

/** The input of an integrator. */
export type CreateSecurePaymentInput = z.output<typeof CreateSecurePaymentInput>;
