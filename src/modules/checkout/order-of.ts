import type { Context } from '#context.ts';
import type { PaymentOrder } from '#modules/calldata/index.ts';
import { amountDue } from './model/amount-due.ts';
import { chainOf, type OpenLink } from './open-link.ts';

/** What is still due on an opened link, as its chain needs to know it. */
export function orderOf(ctx: Context, open: OpenLink): PaymentOrder {
  const { request, currency } = open;
  const { feePercentage: percentage, feeAddress: address } = request;
  return {
    chain: chainOf(ctx, open),
    kind: request.kind,
    currency,
    payeeAddress: request.payeeAddress,
    paymentReference: request.paymentReference,
    due: amountDue(request),
    conversion: request.conversion,
    platformFee: percentage !== null && address !== null ? { percentage, address } : undefined,
  };
}
