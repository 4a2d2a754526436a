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
 * Registers where a wallet wants its money, in place of what it wanted before; one that the account
 * had before becomes active again. Refuses (400) what cannot be read or paid.
 */
export async function registerPayeeDestination(
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
    action: 'payee_destination.registered',
  });
  return showDestination(stored);
}
