import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { transact } from '#platform/db/transact.ts';
import type { CallbackRequest } from '#providers/callback-request.ts';
import { readUserRef } from './model/payer.ts';
import { insertCallback } from './store/callbacks.ts';
import { makeDue } from './store/moves.ts';
import { findPayerById } from './store/payers.ts';

interface ReceivedRequest extends CallbackRequest {
  /** The name in the address. */
  readonly provider: string;
}

/**
 * Takes a callback of an identity provider as a reason to ask that provider, once. Refuses (404) a provider that is not configured,
 * (401) what it has not signed, and (400) what is too old or of another shape. Its content changes nothing.
 */
export async function receiveIdentityCallback(
  ctx: Context,
  { provider: name, ...request }: ReceivedRequest,
): Promise<{ received: true }> {
  const provider = ctx.identityProviders?.find(name);
  if (provider === undefined) {
    throw new Refusal(
      'identity_provider_not_found',
      404,
      'No such identity provider is configured',
    );
  }
  const callback = provider.parseCallback(request);
  const named = callback && readUserRef(callback.userRef);
  if (callback === undefined || named === undefined) return { received: true };
  await transact(ctx, async (ctx) => {
    const payer = await findPayerById(ctx, named.id);
    const isOurs = payer?.identityProvider === name && payer.checkNumber === named.checkNumber;
    if (payer === undefined || !isOurs) return;
    const { eventId } = callback;
    const isFirst = await insertCallback(ctx, { provider: name, eventId, payerId: payer.id });
    if (isFirst) await makeDue(ctx, payer.id);
  });
  return { received: true };
}
