import type { Context } from '#context.ts';
import { parseDestinationId } from './model/destination-id.ts';
import type { PayeeDestination } from './model/payee-destination.ts';
import { findOwn } from './store/destinations.ts';

/**
 * The active destination of an account that a text names, in any spelling that the codec reads;
 * undefined when the account has none. Refuses (400) what is no destination ID.
 */
export async function findOwnDestination(
  ctx: Context,
  named: {
    readonly accountId: string;
    readonly destinationId: string;
    /** What the caller's body calls it, for the words of a refusal; `destinationId` if left out. */
    readonly field?: string;
  },
): Promise<PayeeDestination | undefined> {
  const { text } = parseDestinationId(named.destinationId, named.field);
  const found = await findOwn(ctx, { accountId: named.accountId, destinationId: text });
  return found?.active ? found : undefined;
}
