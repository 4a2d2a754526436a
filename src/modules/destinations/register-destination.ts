import type { Context } from '#context.ts';
import { keepDestination } from './keep-destination.ts';
import { parseDestinationId } from './model/destination-id.ts';
import { payableCurrency } from './model/payable-token.ts';
import { readWalletType } from './read-wallet-type.ts';

interface RegisterDestinationInput {
  readonly accountId: string;
  /** Read as strictly as one that comes with a payment. */
  readonly destinationId: string;
}

/**
 * Registers a payee destination of an account by its text, active from now on, or activates it
 * again. Refuses (400) a destination ID that cannot be read or paid.
 */
export async function registerDestination(
  ctx: Context,
  input: RegisterDestinationInput,
): Promise<{ readonly id: string; readonly destinationId: string }> {
  const destination = parseDestinationId(input.destinationId);
  payableCurrency(destination, 'destinationId');
  return await keepDestination(ctx, {
    accountId: input.accountId,
    destination,
    claimed: false,
    walletType: await readWalletType(ctx, destination),
    action: 'payee_destination.registered',
  });
}
