import { accountOf, type Context } from '#context.ts';
import type { Actor } from '#kit/actor.ts';
import { Refusal, refuseField } from '#kit/failure.ts';
import type { AccessPolicy } from './model/access-policy.ts';
import { parseDestinationId } from './model/destination-id.ts';
import { payableCurrency, type ResolvedDestination } from './model/payable-token.ts';
import type { PayeeDestination } from './model/payee-destination.ts';
import { payeeNotAllowed, paysOwnOnly } from './own-payees.ts';
import { resolvePayee } from './resolve-payee.ts';
import { findActive, findOwn } from './store/destinations.ts';

interface SuppliedDestination {
  /** What the caller wrote, if anything. */
  readonly destinationId: string | undefined;
  /** The same said by a wallet and a currency id, in the older form. */
  readonly older?: { readonly payee: string; readonly paymentCurrency: string } | undefined;
  /** The part of the body that they stand in, for the words of a refusal. */
  readonly within: string;
  /** The field to name where a destination is missing; left out, the `destinationId` of the part. */
  readonly field?: string;
}

/** The payee, and the access policy of its owner. */
export interface DestinationToPay extends ResolvedDestination {
  /** Null lets every wallet pay and hides nothing, as of a destination that is not an own one. */
  readonly accessPolicy: AccessPolicy | null;
}

/**
 * Whom to pay: the destination that the caller supplied, else the one that is bound to the caller's
 * client ID, else the active one of the session's wallet, else the newest active one of the account.
 *
 * Refuses (400) what cannot be read or paid, a caller without any, and a partner's pair without an
 * active bound one; (403) another one than the one that is bound to the client ID, and of a public
 * client ID one that is no active one of its account.
 */
export async function resolveDestination(
  ctx: Context,
  supplied: SuppliedDestination,
): Promise<DestinationToPay> {
  const field = supplied.field ?? `${supplied.within}.destinationId`;
  const named = readSupplied(supplied, field);
  const bound = boundTo(ctx.actor);
  if (bound === undefined && ctx.actor.kind === 'orchestrator_pair') throw nothingBound(field);
  if (named !== undefined && bound !== undefined && named.text !== bound) {
    throw destinationMismatch();
  }
  const text = named?.text ?? bound;
  const stored =
    text === undefined
      ? await findCallersActive(ctx)
      : await findOwn(ctx, { accountId: accountOf(ctx), destinationId: text });
  if (bound !== undefined && stored?.active !== true) throw nothingBound(field);
  const accessPolicy = stored?.accessPolicy ?? null;
  if (named !== undefined) {
    if (stored?.active !== true && paysOwnOnly(ctx))
      throw payeeNotAllowed(payeeField(supplied, field));
    return { ...named, accessPolicy };
  }
  if (stored === undefined) throw noDestination(field);
  return { ...readText(stored.destinationId, field), accessPolicy };
}

function readSupplied(
  { destinationId, older, within }: SuppliedDestination,
  field: string,
): ResolvedDestination | undefined {
  if (older !== undefined) return resolvePayee({ ...older, within });
  return destinationId === undefined ? undefined : readText(destinationId, field);
}

/** Where a call says whom it pays. */
function payeeField({ older, within }: SuppliedDestination, field: string): string {
  return older === undefined ? field : `${within}.payee`;
}

function readText(text: string, field: string): ResolvedDestination {
  const destination = parseDestinationId(text, field);
  return { ...destination, currency: payableCurrency(destination, field) };
}

function boundTo(actor: Actor): string | undefined {
  return 'boundDestinationId' in actor ? actor.boundDestinationId : undefined;
}

async function findCallersActive(ctx: Context): Promise<PayeeDestination | undefined> {
  const accountId = accountOf(ctx);
  const walletAddress = ctx.actor.kind === 'session' ? ctx.actor.wallet?.address : undefined;
  const own =
    walletAddress === undefined ? undefined : await findActive(ctx, { accountId, walletAddress });
  return own ?? (await findActive(ctx, { accountId }));
}

/** 403: the client ID is paid to one destination, and the call names another. */
export function destinationMismatch(): Refusal {
  const message = 'Destination does not match the configured payment destination.';
  return new Refusal('destination_mismatch', 403, message);
}

function noDestination(field: string): Refusal {
  const message = `there is no active payment destination: send ${field}, or register one for this account`;
  return refuseField(field, message, 'no_destination');
}

function nothingBound(field: string): Refusal {
  const message =
    'there is no active payment destination bound to this client ID: its owner must bind one';
  return refuseField(field, message, 'no_destination');
}
