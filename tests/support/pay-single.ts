import type { Context } from '#context.ts';
import { paySecurePayment } from '#modules/checkout/pay-secure-payment.ts';

/** Prepares the payment of a link that a test knows to be single. */
export async function paySingle(
  ...[ctx, state]: [Context, Parameters<typeof paySecurePayment>[1]]
) {
  const prepared = await paySecurePayment(ctx, state);
  if (!('paymentType' in prepared) || prepared.paymentType !== 'single') {
    throw new Error('the link is no single payment');
  }
  return prepared;
}
