import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { transact } from '#platform/db/transact.ts';
import { callbackNotVerified } from '#platform/http/callback-not-verified.ts';
import type { CallbackRequest } from '#providers/callback-request.ts';
import { insertCallback, makeDue } from './store.ts';

/**
 * Takes a callback of the off-ramp provider as a reason to ask about its order, once. Refuses (404) where no provider is configured, and
 * (401) what the provider has not signed within the last minutes. Its content changes nothing.
 */
export async function receiveOffRampCallback(
  ctx: Context,
  request: CallbackRequest,
): Promise<{ received: true }> {
  if (ctx.offRamp === undefined) throw noProvider();
  const callback = ctx.offRamp.parseCallback(request, ctx.now());
  if (callback === undefined) throw notVerified();
  const { eventId, orderId: providerOrderId } = callback;
  if (providerOrderId === undefined) return { received: true };
  await transact(ctx, async (ctx) => {
    if (await insertCallback(ctx, { eventId, providerOrderId })) {
      await makeDue(ctx, providerOrderId);
    }
  });
  return { received: true };
}

/** 404: nobody sends callbacks here. */
export function noProvider(): Refusal {
  return new Refusal('off_ramp_not_found', 404, 'No off-ramp provider is configured');
}

/** 401: a callback that the provider has not signed just now. */
export function notVerified(): Refusal {
  return callbackNotVerified('The signature of the callback is missing, wrong or too old');
}
