import { NETWORKS } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { type Refusal, refuseField } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import { stopMessageOf } from './model/stop-message.ts';
import { wireStopped } from './model/wire.ts';
import { openPage } from './open-payout.ts';
import { stopPayout } from './stop-payout.ts';

/**
 * Stops the recurring payout of a page, by its payer's signature of the message that the page shows. Refuses (404) unknown tokens, (400)
 * signatures of others and what is completed.
 */
export async function stopRecurringPayoutPage(
  ctx: Context,
  { token, signature }: { readonly token: string; readonly signature: Hex },
) {
  const payout = await openPage(ctx, token);
  const { family, chainId } = NETWORKS[payout.network];
  const message = stopMessageOf(payout);
  const claim = { family, address: payout.payerAddress, chainId, message, signature };
  if ((await ctx.chains.checkSignIn(claim)) === undefined) throw notStoppedByPayer();
  return wireStopped(await stopPayout(ctx, payout));
}

/** 400: only the payer stops it from its page. */
export function notStoppedByPayer(): Refusal {
  const message = "signature is not the payer's signature of stopMessage";
  return refuseField('signature', message, 'invalid_signature');
}
