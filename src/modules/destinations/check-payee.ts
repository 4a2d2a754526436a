import type { Currency } from '#catalog/currencies.ts';
import { NETWORKS } from '#catalog/networks.ts';
import { accountOf, type Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import type { AccessPolicy } from './model/access-policy.ts';
import { formatDestinationId } from './model/destination-id.ts';
import { payeeNotAllowed, paysOwnOnly } from './own-payees.ts';
import { destinationMismatch } from './resolve-destination.ts';
import { isDestinationCurrency } from './resolve-payee.ts';
import { findOwn } from './store/destinations.ts';

/** Who is paid, as read and checked, and the field of the call that names them. */
interface NamedPayee {
  /** As its chain shows it. */
  readonly walletAddress: string;
  readonly currency: Currency;
  readonly field: string;
  /** Whether who pays is judged where the destination asks for that. */
  readonly isJudged?: boolean;
}

/**
 * Refuses (403) a payee that the caller may not name: a public client ID without a bound destination
 * pays active destinations of its account, one with a bound destination pays that one; and (400) a
 * destination that restricts or hides something, which only links keep. Others may name anybody. Returns the policy of the
 * destination, where it must be one.
 */
export async function checkPayee(ctx: Context, payee: NamedPayee): Promise<AccessPolicy | null> {
  if (!paysOwnOnly(ctx)) return null;
  const { field, isJudged = false } = payee;
  const destinationId = destinationIdOf(payee);
  const bound = 'boundDestinationId' in ctx.actor ? ctx.actor.boundDestinationId : undefined;
  if (bound !== undefined && destinationId !== bound) throw destinationMismatch();
  if (destinationId === undefined) throw payeeNotAllowed(field);
  const stored = await findOwn(ctx, { accountId: accountOf(ctx), destinationId });
  if (stored?.active !== true) throw payeeNotAllowed(field);
  if (guards(stored.accessPolicy, { isJudged })) throw guardedDestination(field);
  return stored.accessPolicy;
}

/** The destination that a wallet and a currency are; undefined for what no destination is paid in. */
function destinationIdOf({ walletAddress, currency }: NamedPayee): string | undefined {
  if (!isDestinationCurrency(currency)) return undefined;
  const network = NETWORKS[currency.network];
  return formatDestinationId({ network, walletAddress, tokenAddress: currency.address }).text;
}

/** Whether a destination has restrictions that a link enforces and a request alone cannot, which may have who pays judged. */
export function guards(
  policy: AccessPolicy | null,
  { isJudged }: { readonly isJudged: boolean },
): boolean {
  if (policy === null) return false;
  const isUnjudged = policy.mode !== 'off' && !isJudged;
  return isUnjudged || policy.hideUntilApproved || policy.hidePayeeAddress;
}

/** 400: the restrictions of a destination are enforced by links, and a request alone has none. */
export function guardedDestination(field: string): Refusal {
  const message =
    'the destination restricts or hides something: create a secure payment for it instead';
  const errors = [{ field, message }];
  return new Refusal('access_policy_not_supported', 400, { message, errors });
}
