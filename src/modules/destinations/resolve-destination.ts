import type { Currency } from '#catalog/currencies.ts';
import { accountOf, type Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { type DestinationId, parseDestinationId } from './model/destination-id.ts';
import { payableCurrency } from './model/payable-token.ts';
import { findActive } from './store.ts';

/** Whom a payment goes to, and in which currency. */
export interface ResolvedDestination extends DestinationId {
  readonly currency: Currency;
}

interface SuppliedDestination {
  /** What the caller wrote, if anything. */
  readonly destinationId: string | undefined;
  /** The name of the field, for the words of a refusal. */
  readonly field: string;
}

/**
 * Whom to pay: the destination that the caller supplied, else the newest active one of the
 * caller's account.
 *
 * Refuses (400) a destination ID that cannot be read or paid, and a caller who neither supplied
 * nor registered one.
 */
export async function resolveDestination(
  ctx: Context,
  supplied: SuppliedDestination,
): Promise<ResolvedDestination> {
  const { field } = supplied;
  const text = supplied.destinationId ?? (await storedText(ctx, field));
  const destination = parseDestinationId(text, field);
  return { ...destination, currency: payableCurrency(destination, field) };
}

async function storedText(ctx: Context, field: string): Promise<string> {
  const stored = await findActive(ctx, { accountId: accountOf(ctx) });
  if (stored !== undefined) return stored.destinationId;
  const message = `there is no active payment destination: send ${field}, or register one for this account`;
  throw new Refusal('no_destination', 400, { message, errors: [{ field, message }] });
}
