import type { Context } from '#context.ts';
import type { Hex } from '#kit/hex.ts';
import { executeOperation } from './execute-operation.ts';

/** Holds what the buyer agreed to, by the operator's key. Refuses and throws as `executeOperation` does. */
export async function authorizeCommercePayment(
  ctx: Context,
  { requestId, signature }: { readonly requestId: string; readonly signature: Hex | undefined },
) {
  return await executeOperation(ctx, { requestId, input: { kind: 'authorize', signature } });
}
