import { type Context, isRestrictedCaller } from '#context.ts';
import { noCommerceForPublic } from './model/refusals.ts';
import { openPayment } from './open-payment.ts';
import { prepareOperation } from './prepare-commerce-capture.ts';

/** The call by which the operator gives back what is held. Nothing is sent. Refuses as `prepareCommerceCapture` does. */
export async function prepareCommerceVoid(
  ctx: Context,
  { requestId }: { readonly requestId: string },
) {
  if (isRestrictedCaller(ctx)) throw noCommerceForPublic();
  return await prepareOperation(ctx, await openPayment(ctx, requestId), { kind: 'void' });
}
