import type { Context } from '#context.ts';
import { executeOperation } from './execute-operation.ts';
import { openPaymentToChange } from './open-payment.ts';

/** Gives what is held back to the buyer, by the operator's key. Refuses as `openPaymentToChange`, and refuses and throws as `executeOperation` does. */
export async function voidCommercePayment(
  ctx: Context,
  { requestId, reason }: { readonly requestId: string; readonly reason: string | undefined },
) {
  const payment = await openPaymentToChange(ctx, requestId);
  return await executeOperation(ctx, payment, { input: { kind: 'void' }, reason });
}
