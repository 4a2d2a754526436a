import type { Chain, EscrowReads } from '#chains/chain.ts';
import { accountOf, type Context, isRestrictedCaller } from '#context.ts';
import { Outage } from '#kit/failure.ts';
import type { CommercePayment } from './model/commerce-payment.ts';
import { commercePaymentNotFound } from './model/refusals.ts';
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

/** The network of a payment. Throws `Outage` where it is not connected any more, or its collectors are not named any more. */
export function chainOf(ctx: Context, { network }: CommercePayment): EscrowChain {
  const chain = ctx.chains.get(network);
  if (chain?.escrow === undefined) throw new Outage(`${network} has no escrow here any more`);
  return { ...chain, escrow: chain.escrow };
}
