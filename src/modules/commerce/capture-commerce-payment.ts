import type { Context } from '#context.ts';
import { executeOperation } from './execute-operation.ts';
import { type CaptureInput, openPaymentToCapture } from './prepare-commerce-capture.ts';

/** Takes a part of what is held, by the operator's key. Refuses as `openPaymentToCapture`, and refuses and throws as `executeOperation` does. */
export async function captureCommercePayment(ctx: Context, capture: CaptureInput) {
  const payment = await openPaymentToCapture(ctx, capture);
  return await executeOperation(ctx, payment, {
    input: { kind: 'capture', units: capture.captureUnits },
  });
}
