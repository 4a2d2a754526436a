import { z } from 'zod';

/** What readers of `commerce_payment.status_changed` see. Internal: no webhook carries it. */
export const CommerceStatusChanged = z.strictObject({
  event: z.literal('commerce_payment.status_changed'),
  requestId: z.string(),
  paymentReference: z.string(),
  merchantId: z.string(),
  previousStatus: z.string(),
  status: z.string(),
  capturedAmount: z.string().describe('In the smallest unit of the token.'),
  refundedAmount: z.string().describe('In the smallest unit of the token.'),
  timestamp: z.iso.datetime(),
});
