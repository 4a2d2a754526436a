import { accountOf, type Context } from '#context.ts';
import { checkAccountReads } from './check-account-calls.ts';
import { destinationNotFound } from './look-up-payee-destination.ts';
import { readDestinationName } from './model/destination-name.ts';
import { type ShownDestination, showDestination } from './model/shown-destination.ts';
import { findOwn } from './store/destinations.ts';

/**
 * The account's destination with this ID, active or not. Refuses (400) what is no destination ID, (403)
 * a public client ID in production, and (404) one that the account never registered.
 */
export async function viewDestinationById(
  ctx: Context,
  params: { readonly destinationId: string },
): Promise<ShownDestination> {
  checkAccountReads(ctx);
  const { text } = readDestinationName(params.destinationId);
  const found = await findOwn(ctx, { accountId: accountOf(ctx), destinationId: text });
  if (found === undefined) throw destinationNotFound();
  return showDestination(found);
}
