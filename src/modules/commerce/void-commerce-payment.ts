import type { Context } from '#context.ts';
import { executeOperation } from './execute-operation.ts';

/** Gives what is held back to the buyer, by the operator's key. Refuses and throws as `executeOperation` does. */
export async function voidCommercePayment(
  ctx: Context,
  { requestId, reason }: { readonly requestId: string; readonly reason: string | undefined },
) {
  return await executeOperation(ctx, { requestId, input: { kind: 'void' }, reason });
}
