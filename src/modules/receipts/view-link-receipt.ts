import type { Context } from '#context.ts';
import { isUlid } from '#kit/ulid.ts';
import { paymentNotFound } from './find-own-payment.ts';
import type { PayerReceipt } from './model/receipt.ts';
import { openReceipts, readReceipts } from './open-receipts.ts';

/**
 * One receipt of a link or a bundle, for a holder of its token. Refuses (404) an unknown token, and alike a payment that is of another
 * link, was taken back by a reorganised chain or may not be shown.
 */
export async function viewLinkReceipt(
  ctx: Context,
  { token, paymentId }: { readonly token: string; readonly paymentId: string },
): Promise<PayerReceipt> {
  const open = await openReceipts(ctx, token);
  const [found] = isUlid(paymentId) ? await readReceipts(ctx, open, { paymentId, limit: 1 }) : [];
  if (found === undefined) throw paymentNotFound();
  return found.receipt;
}
