import { accountOf, type Context } from '#context.ts';
import { keepDestination } from './keep-destination.ts';
import {
  readDestinationInput,
  type SetPayeeDestinationRequest,
} from './model/destination-input.ts';
import { type ShownDestination, showDestination } from './model/shown-destination.ts';
import { readWalletType } from './read-wallet-type.ts';
import { isOfSession, sessionWallet } from './session-wallet.ts';

/**
 * Changes where a wallet wants its money, at once. Naming a wallet that has no active destination
 * moves the one of the session's wallet to it.
 *
 * Refuses (400) what cannot be read or paid, and (404) where neither wallet has an active one.
 */
export async function updatePayeeDestination(
  ctx: Context,
  input: SetPayeeDestinationRequest,
): Promise<ShownDestination> {
  const wallet = sessionWallet(ctx);
  const destination = readDestinationInput(input, wallet);
  const stored = await keepDestination(ctx, {
    accountId: accountOf(ctx),
    destination,
    accessPolicy: input.accessPolicy,
    claimed: isOfSession(ctx, destination),
    walletType: await readWalletType(ctx, destination),
    action: 'payee_destination.updated',
    movedFrom: wallet,
  });
  return showDestination(stored);
}
