import { type Context, isPublicCaller } from '#context.ts';
import { Refusal } from '#kit/failure.ts';

/**
 * Whether the caller may pay active destinations of its account only: a public client ID that its
 * account did not allow any payee, since a payer could otherwise make a payment to a wallet
 * of their own count as a paid order.
 */
export function paysOwnOnly(ctx: Pick<Context, 'actor'>): boolean {
  return isPublicCaller(ctx) && ctx.actor.kind === 'client_id' && !ctx.actor.canPayAnyPayee;
}

/** 403: a payee that a public client ID may not name. */
export function payeeNotAllowed(field: string): Refusal {
  const message = `${field} must be an active payee destination of this account: a client ID with allowed domains is public and pays no one else. Bind a destination to it, allow it any payee, or send an x-api-key`;
  return new Refusal('payee_not_allowed', 403, { message, errors: [{ field, message }] });
}
