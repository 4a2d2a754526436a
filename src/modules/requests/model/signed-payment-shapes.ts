import { z } from 'zod';
import type { Call, ContentToSign } from '#chains/chain.ts';
import { type Hex, isHex } from '#kit/hex.ts';
import { TransactionResponse } from '#modules/calldata/index.ts';

/** Longer than the signature of any contract wallet that is used. */
const SIGNATURE_CHARACTERS_MAX = 8_194;

const digits = z.string().regex(/^\d{1,78}$/, 'must be digits');
const signature = z
  .string()
  .max(SIGNATURE_CHARACTERS_MAX)
  .refine((text): text is Hex => isHex(text) && text.length % 2 === 0 && text.length > 2, {
    message: 'must be a signature in hexadecimal digits',
  });
const Signed = z.strictObject({ signature, nonce: digits, deadline: digits }).meta({
  id: 'SignedPaymentIntent',
  description: 'A signature of what was prepared.',
  examples: [{ signature: '0x12', nonce: '1', deadline: '1790000000' }],
});
/** The body of `POST /v2/request/payment-intents/{paymentIntentId}`. */
export const SubmitPaymentIntentRequest = z
  .strictObject({ signedPaymentIntent: Signed, signedApprovalPermit: Signed.optional() })
  .meta({
    id: 'SubmitPaymentIntentRequest',
    description: 'What the payer signed.',
    examples: [{ signedPaymentIntent: { signature: '0x12', nonce: '1', deadline: '1790000000' } }],
  });

/** What the payer signed. */
export type SignedSubmission = z.output<typeof SubmitPaymentIntentRequest>;

/** What is answered where a payer signs; `paymentIntent` and `approvalPermitPayload` hold JSON of `domain`, `types` and `values`. */
export const PaymentIntentForm = z
  .object({
    paymentIntentId: z.string(),
    paymentIntent: z.string().describe('JSON of `{domain, types, values}` to sign.'),
    approvalPermitPayload: z.string().nullable().describe('The same for the token.'),
    approvalCalldata: TransactionResponse.nullable(),
    metadata: z.record(z.string(), z.boolean()).describe('`supportsEIP2612`.'),
  })
  .meta({
    id: 'PaymentIntentForm',
    description: 'What a payer signs.',
    examples: [
      {
        paymentIntentId: '01KC9TZ5S2E8VXH3M6Q4WJ7RBD',
        paymentIntent: '{"domain":{},"types":{},"values":{}}',
        approvalPermitPayload: null,
        approvalCalldata: null,
        metadata: { supportsEIP2612: false },
      },
    ],
  });

/** What a payer signs instead of sending it. */
export type PaymentIntentForm = z.output<typeof PaymentIntentForm>;

interface Prepared {
  readonly id: string;
  readonly payment: ContentToSign;
  readonly permit: ContentToSign | undefined;
  readonly approval: Call | undefined;
  readonly takesPermits: boolean;
}

/** What is answered of a payment to sign. */
export function paymentIntentForm(prepared: Prepared): PaymentIntentForm {
  const { id, payment, permit, approval, takesPermits } = prepared;
  return {
    paymentIntentId: id,
    paymentIntent: JSON.stringify(payment),
    approvalPermitPayload: permit === undefined ? null : JSON.stringify(permit),
    approvalCalldata:
      approval === undefined ? null : { to: approval.to, data: approval.data, value: '0x0' },
    metadata: { supportsEIP2612: takesPermits },
  };
}
