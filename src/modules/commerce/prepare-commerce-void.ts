import type { Context } from '#context.ts';
import { openPaymentToChange } from './open-payment.ts';
import { prepareOperation } from './prepare-commerce-capture.ts';

/** The call by which the operator gives back what is held. Nothing is sent. Refuses as `prepareCommerceCapture` does, but for the fee. */
export async function prepareCommerceVoid(
  ctx: Context,
  { requestId }: { readonly requestId: string },
) {
  const payment = await openPaymentToChange(ctx, requestId);
  return await prepareOperation(ctx, payment, { kind: 'void' });
}
