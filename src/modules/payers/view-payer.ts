import { accountOf, type Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { openCheckPage } from './check-page.ts';
import { type PayerStatus, showStatus } from './model/shown-payer.ts';
import { findPayerRow } from './store/payers.ts';

/** Where a payer of the calling account stands. Refuses (404) those of others as if there were none. */
export async function viewPayer(
  ctx: Context,
  { clientUserId }: { readonly clientUserId: string },
): Promise<PayerStatus> {
  const payer = await findPayerRow(ctx, { accountId: accountOf(ctx), clientUserId });
  if (payer === undefined) throw payerNotFound(clientUserId);
  return showStatus(payer, { ...ctx, openPage: (payer) => openCheckPage(ctx, payer) });
}

/** 404: a payer that this account has not named, in the words of the public API. */
export function payerNotFound(clientUserId: string): Refusal {
  const message = `Payer with client user ID ${clientUserId} not found`;
  return new Refusal('payer_not_found', 404, message);
}
