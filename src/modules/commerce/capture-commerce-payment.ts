import type { Context } from '#context.ts';
import { executeOperation } from './execute-operation.ts';
import { type CaptureInput, checkFeeOf } from './prepare-commerce-capture.ts';

/** Takes a part of what is held, by the operator's key. Refuses (400) another fee than was agreed on, and refuses and throws as `executeOperation` does. */
export async function captureCommercePayment(ctx: Context, capture: CaptureInput) {
  const { requestId, captureUnits: units } = capture;
  await checkFeeOf(ctx, capture);
  return await executeOperation(ctx, { requestId, input: { kind: 'capture', units } });
}
