import { accountOf, type Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { parseDestinationId } from './model/destination-id.ts';
import { type ShownDestination, showDestination } from './model/shown-destination.ts';
import { findOwn } from './store/destinations.ts';

/**
 * The account's destination with this ID, active or not. Refuses (400) what is no destination ID,
 * and (404) one that the account never registered, whoever else did.
 */
export async function lookUpPayeeDestination(
  ctx: Context,
  asked: { readonly destinationId: string },
): Promise<ShownDestination> {
  const { text } = parseDestinationId(asked.destinationId);
  const found = await findOwn(ctx, { accountId: accountOf(ctx), destinationId: text });
  if (found === undefined) throw destinationNotFound();
  return showDestination(found);
}

/** 404: a destination that this account never registered. */
export function destinationNotFound(): Refusal {
  const message = 'This account has no such payee destination';
  return new Refusal('destination_not_found', 404, message);
}
