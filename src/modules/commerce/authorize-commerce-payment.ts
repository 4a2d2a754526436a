import type { Context } from '#context.ts';
import type { Hex } from '#kit/hex.ts';
import { executeOperation } from './execute-operation.ts';
import { openPaymentToChange } from './open-payment.ts';

/** Holds what the buyer agreed to, by the operator's key. Refuses as `openPaymentToChange`, and refuses and throws as `executeOperation` does. */
export async function authorizeCommercePayment(
  ctx: Context,
  { requestId, signature }: { readonly requestId: string; readonly signature: Hex | undefined },
) {
  const payment = await openPaymentToChange(ctx, requestId);
  return await executeOperation(ctx, payment, { input: { kind: 'authorize', signature } });
}
