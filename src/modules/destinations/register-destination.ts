import type { Context } from '#context.ts';
import { transact } from '#platform/db/transact.ts';
import { parseDestinationId } from './model/destination-id.ts';
import { payableCurrency } from './model/payable-token.ts';
import { upsertDestination } from './store.ts';

interface DestinationWish {
  readonly accountId: string;
  /** Read as strictly as one that comes with a payment. */
  readonly destinationId: string;
}

/**
 * Registers a payee destination of an account, active from now on, or activates it again.
 * Refuses (400) a destination ID that cannot be read or paid.
 */
export async function registerDestination(
  ctx: Context,
  wish: DestinationWish,
): Promise<{ readonly id: string; readonly destinationId: string }> {
  const destination = parseDestinationId(wish.destinationId);
  const currency = payableCurrency(destination, 'destinationId');
  const id = await transact(ctx, (ctx) =>
    upsertDestination(ctx, {
      id: ctx.newId(),
      account_id: wish.accountId,
      destination_id: destination.text,
      network: destination.network.id,
      wallet_address: destination.walletAddress,
      token_address: destination.tokenAddress,
      currency_id: currency.id,
      active: true,
      created_at: ctx.now(),
    }),
  );
  return { id, destinationId: destination.text };
}
