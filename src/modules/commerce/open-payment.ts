import type { Chain, EscrowReads } from '#chains/chain.ts';
import { accountOf, type Context, isRestrictedCaller } from '#context.ts';
import { Outage } from '#kit/failure.ts';
import { checkCreator } from '#modules/requests/index.ts';
import type { CommercePayment } from './model/commerce-payment.ts';
import { commercePaymentNotFound, noCommerceForPublic } from './model/refusals.ts';
import { findOwnPayment } from './store/payments.ts';

/** A network with an escrow. */
export type EscrowChain = Chain & { readonly escrow: EscrowReads };

/** A payment of the caller, in production of a public client ID alone where that calls. Refuses (404) all others alike. */
export async function openPayment(ctx: Context, requestId: string): Promise<CommercePayment> {
  const { actor } = ctx;
  const payment = await findOwnPayment(ctx, {
    accountId: accountOf(ctx),
    requestId,
    ...(isRestrictedCaller(ctx) && 'clientIdId' in actor && { clientIdId: actor.clientIdId }),
  });
  if (payment === undefined) throw commercePaymentNotFound();
  return payment;
}

/**
 * The same for who changes it, or prepares a change. Refuses (403) a public client ID in production, and one that only its partner may
 * use.
 */
export async function openPaymentToChange(
  ctx: Context,
  requestId: string,
): Promise<CommercePayment> {
  if (isRestrictedCaller(ctx)) throw noCommerceForPublic();
  checkCreator(ctx);
  return await openPayment(ctx, requestId);
}

/** The network of a payment. Throws `Outage` where it is not connected any more, or its collectors are not named any more. */
export function chainOf(ctx: Context, { network }: CommercePayment): EscrowChain {
  const chain = ctx.chains.get(network);
  if (chain?.escrow === undefined) throw new Outage(`${network} has no escrow here any more`);
  return { ...chain, escrow: chain.escrow };
}
