import { z } from 'zod';
import { decimal } from './payment-payloads.ts';

/** What readers of `payment.held` see: a payment reached its payee and completes nothing until the account releases it. */
export const PaymentHeld = z.strictObject({
  event: z.literal('payment.held'),
  heldPaymentId: z.string().describe('By which it is read and released.'),
  requestId: z.string(),
  paymentReference: z.string(),
  txHash: z.string(),
  network: z.string(),
  paymentCurrency: z.string(),
  receivedAmount: decimal.describe('What reached the payee, in `paymentCurrency`.'),
  payerAddress: z.string().nullable(),
  payerDecision: z.strictObject({
    status: z.literal('rejected'),
    reasonCode: z.enum([
      'wallet_not_allowed',
      'screening_rejected',
      'provider_error',
      'payer_unknown',
    ]),
    walletAddress: z.string().nullable().describe('The wallet that it is about.'),
  }),
  securePaymentToken: z.string().optional(),
  timestamp: z.iso.datetime(),
});
