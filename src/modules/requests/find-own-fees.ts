import type { Context } from '#context.ts';
import type { FeeOfPayment } from './model/shown-payment.ts';
import { findFeesOfPayments } from './store/fee-payments.ts';

/** A payment with what is to be known of it and its request to find its fees. */
interface PaymentOfRequest {
  readonly request: { readonly hasFees: boolean };
  readonly payment: { readonly id: string };
}

type OwnFees = ReadonlyMap<string, readonly FeeOfPayment[]>;

/** The fees of payments that are requests of their own, by payment; one query where a request has any. */
export async function findOwnFees(
  ctx: Context,
  payments: readonly PaymentOfRequest[],
  { areUndone = false }: { readonly areUndone?: boolean } = {},
): Promise<OwnFees> {
  const having = payments.filter(({ request }) => request.hasFees);
  const paymentIds = having.map(({ payment }) => payment.id);
  return await findFeesOfPayments(ctx, { paymentIds, areUndone });
}

/** Adds to payments the fees that were found for them. */
export function withOwnFees<T extends PaymentOfRequest>(
  payments: readonly T[],
  fees: OwnFees,
): (T & { readonly ownFees: readonly FeeOfPayment[] })[] {
  return payments.map((one) => ({ ...one, ownFees: fees.get(one.payment.id) ?? [] }));
}
