import type { Context } from '#context.ts';
import type { PayeeDestination } from './model/payee-destination.ts';
import { findActive } from './store/destinations.ts';

/**
 * The active destination of one of an account's wallets (its address as its chain shows it), or the
 * newest one of the account where no wallet is named.
 */
export async function findActiveDestination(
  ctx: Context,
  owner: { readonly accountId: string; readonly walletAddress?: string },
): Promise<PayeeDestination | undefined> {
  return await findActive(ctx, owner);
}
