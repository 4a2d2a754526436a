import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import type { PaymentSource } from './model/payment-source.ts';
import { insertPaymentSource, replacePaymentSource } from './store/payment-sources.ts';

/**
 * Stores where a payment came from, once, so that it is shown with it; in place of another transaction's where it `replacesOther`. Of
 * what took nothing from anybody there is nothing to store: bridges take deposits of zero too. Needs the caller's transaction.
 */
export async function recordPaymentSource(
  ctx: Context,
  source: PaymentSource,
  { replacesOther = false }: { readonly replacesOther?: boolean } = {},
): Promise<void> {
  invariant(ctx.db.isTransaction, 'a source is stored with what found it');
  if (source.units === 0n) return;
  await insertPaymentSource(ctx, source);
  if (replacesOther) await replacePaymentSource(ctx, source);
}
