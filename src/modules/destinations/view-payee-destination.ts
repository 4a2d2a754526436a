import { accountOf, type Context } from '#context.ts';
import { type ShownDestination, showDestination } from './model/shown-destination.ts';
import { sessionWallet } from './session-wallet.ts';
import { findActive } from './store/destinations.ts';

/** The active destination of the session's wallet, else the account's newest active one, else null. */
export async function viewPayeeDestination(ctx: Context): Promise<ShownDestination | null> {
  const accountId = accountOf(ctx);
  const found =
    (await findActive(ctx, { accountId, walletAddress: sessionWallet(ctx) })) ??
    (await findActive(ctx, { accountId }));
  return found === undefined ? null : showDestination(found);
}
