import type { Context } from '#context.ts';
import { type Refusal, refuseField } from '#kit/failure.ts';
import { findOwnDestination } from '#modules/destinations/index.ts';

/** What bodies call it. */
const FIELD = 'payeeDestinationId';

interface BindDestinationInput {
  readonly accountId: string;
  /** ERC-7828 text. */
  readonly destinationId: string;
}

/**
 * The row of the account's active destination that a text names. Refuses (400) what is no
 * destination ID, and with the same message one of another account and one that does not exist.
 */
export async function bindDestination(ctx: Context, input: BindDestinationInput): Promise<string> {
  const found = await findOwnDestination(ctx, { ...input, field: FIELD });
  if (found === undefined) throw notYourDestination();
  return found.id;
}

/** 400: a destination that the account has not, or no longer, registered. */
export function notYourDestination(): Refusal {
  const message = `${FIELD} must be an active payee destination of this account`;
  return refuseField(FIELD, message, 'no_such_destination');
}
