import { accountOf, type Context } from '#context.ts';
import { findAccountName } from '#modules/identity/index.ts';
import { findOwnPayment } from './find-own-payment.ts';
import { type Receipt, receiptOf } from './model/receipt.ts';

/** The receipt of a payment of the caller's account that stands; refuses (404) all others alike. */
export async function viewReceipt(
  ctx: Context,
  { paymentId }: { readonly paymentId: string },
): Promise<Receipt> {
  const [payment, account] = await Promise.all([
    findOwnPayment(ctx, paymentId),
    findAccountName(ctx, accountOf(ctx)),
  ]);
  return receiptOf(payment, { account, mode: ctx.settings.mode, issuedAt: ctx.now() });
}
