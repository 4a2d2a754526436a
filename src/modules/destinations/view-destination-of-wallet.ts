import { readAnyAddress } from '#catalog/addresses.ts';
import { accountOf, type Context } from '#context.ts';
import { checkAccountReads } from './check-account-calls.ts';
import { noAddress } from './look-up-payout-destination.ts';
import { type ShownDestination, showDestination } from './model/shown-destination.ts';
import { findActive } from './store/destinations.ts';

/**
 * The active destination of a wallet in the caller's account, else null. Refuses (400) what is no address
 * of any chain, and (403) a public client ID in production.
 */
export async function viewDestinationOfWallet(
  ctx: Context,
  query: { readonly walletAddress: string },
): Promise<ShownDestination | null> {
  checkAccountReads(ctx);
  const wallet = readAnyAddress(query.walletAddress);
  if (wallet === undefined) throw noAddress();
  const walletAddress = wallet.text;
  const found = await findActive(ctx, { accountId: accountOf(ctx), walletAddress });
  return found === undefined ? null : showDestination(found);
}
