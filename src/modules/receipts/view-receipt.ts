import { accountOf, type Context } from '#context.ts';
import { findAccountName } from '#modules/identity/index.ts';
import { findMerchant } from '#modules/merchant-profiles/index.ts';
import { findOwnPayment } from './find-own-payment.ts';
import { type Receipt, receiptOf } from './model/receipt.ts';

/** The receipt of a payment of the caller's account that stands; refuses (404) all others alike. */
export async function viewReceipt(
  ctx: Context,
  { paymentId }: { readonly paymentId: string },
): Promise<Receipt> {
  const accountId = accountOf(ctx);
  const [found, account] = await Promise.all([
    findOwnPayment(ctx, paymentId),
    findAccountName(ctx, accountId),
  ]);
  const { clientIdId } = found.payment;
  const merchant = (await findMerchant(ctx, { accountId, clientIdId })) ?? null;
  return receiptOf(found, { account, merchant, mode: ctx.settings.mode, issuedAt: ctx.now() });
}
