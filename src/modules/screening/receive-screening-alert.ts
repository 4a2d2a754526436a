import { createHash } from 'node:crypto';
import { readAnyAddress } from '#catalog/addresses.ts';
import { WALLET_SCREENERS } from '#catalog/wallet-screeners.ts';
import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { transact } from '#platform/db/transact.ts';
import type { CallbackRequest } from '#providers/callback-request.ts';
import { insertAlert } from './store/alerts.ts';
import { makeNamedDue } from './store/decided-wallets.ts';
import { deleteVendorAnswers } from './store/vendor-answers.ts';

/** The same bytes count once in so long; what they name is asked for again by its age all the same. Ours. */
export const ALERT_COUNTS_AGAIN_MS = 24 * 60 * 60 * 1_000;

interface ReceivedRequest extends CallbackRequest {
  /** The name in the address. */
  readonly provider: string;
}

/**
 * Takes an alert of a vendor as a reason to ask again about the wallets that it names, on the open links on which they were judged.
 * Refuses (404) a vendor whose alerts are not taken here, (401) what is not proven to come from the vendor, and (400) what is of another shape.
 * Decides nothing: until the vendor has answered, the wallets do not pay these links.
 */
export async function receiveScreeningAlert(
  ctx: Context,
  { provider: name, ...request }: ReceivedRequest,
): Promise<{ received: true }> {
  const provider = WALLET_SCREENERS.find((one) => one === name);
  const readAlert = provider && ctx.screeners.get(provider)?.readAlert;
  if (provider === undefined || readAlert === undefined) throw alertsNotTaken();
  const { signed, addresses } = readAlert(request);
  const wallets = addresses.flatMap((text) => readAnyAddress(text)?.text ?? []);
  const now = ctx.now();
  const since = new Date(now.getTime() - ALERT_COUNTS_AGAIN_MS);
  const digest = createHash('sha256').update(signed).digest('hex');
  await transact(ctx, async (ctx) => {
    if (!(await insertAlert(ctx, { provider, digest, now, since }))) return;
    await deleteVendorAnswers(ctx, { provider, wallets });
    const count = await makeNamedDue(ctx, { provider, wallets, now });
    ctx.log.info({ provider, named: wallets.length, count }, 'a vendor reported wallets');
  });
  return { received: true };
}

/** 404: this installation has no such vendor, or nothing to verify its alerts by. */
function alertsNotTaken(): Refusal {
  return new Refusal('screening_provider_not_found', 404, 'No such provider is configured');
}
