import { accountOf, type Context } from '#context.ts';
import { keepDestination } from './keep-destination.ts';
import { type PayeeDestinationWish, readDestinationWish } from './model/destination-wish.ts';
import { type ShownDestination, showDestination } from './model/shown-destination.ts';
import { isOfSession, sessionWallet } from './session-wallet.ts';

/**
 * Registers where a wallet wants its money, in place of what it wanted before; one that the account
 * had before becomes active again. Refuses (400) what cannot be read or paid.
 */
export async function registerPayeeDestination(
  ctx: Context,
  wish: PayeeDestinationWish,
): Promise<ShownDestination> {
  const wallet = sessionWallet(ctx);
  const destination = readDestinationWish(wish, wallet);
  const stored = await keepDestination(ctx, {
    accountId: accountOf(ctx),
    destination,
    accessPolicy: wish.accessPolicy,
    claimed: isOfSession(ctx, destination),
    action: 'payee_destination.registered',
  });
  return showDestination(stored);
}
