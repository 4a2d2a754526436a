import type { Context } from '#context.ts';
import type { PaymentOrder } from '#modules/calldata/index.ts';
import { type DueFee, hasFeesApart } from '#modules/fees/index.ts';
import { findDueFees, orderOfRequest } from '#modules/requests/index.ts';
import type { LinkedRequest, SecurePayment } from '#modules/secure-payments/index.ts';

/** The fees that are still to be paid by themselves, in their order, by the row of their request. */
export type FeesByRequest = ReadonlyMap<string, readonly DueFee[]>;

const NONE: FeesByRequest = new Map();

/**
 * The fees of a link that are still to be paid by themselves. One query where a plan of it has any,
 * and none otherwise.
 */
export async function findFeesOf(
  ctx: Context,
  { asked }: { readonly asked: readonly { readonly request: LinkedRequest }[] },
): Promise<FeesByRequest> {
  const planned = asked.map(({ request }) => request).filter(hasFeesApart);
  const ids = planned.map(({ id }) => id);
  return ids.length === 0 ? NONE : await findDueFees(ctx, ids);
}

/** The fees that completed links were paid without; none of any other. One query where there are fees. */
export async function findOutstandingOf(
  ctx: Context,
  links: readonly Pick<SecurePayment, 'status' | 'requests'>[],
): Promise<FeesByRequest> {
  const completed = links.filter(({ status }) => status === 'completed');
  const ids = completed
    .flatMap(({ requests }) => requests.filter(hasFeesApart))
    .map(({ id }) => id);
  return ids.length === 0 ? NONE : await findDueFees(ctx, ids, { isPaidWhenSeen: true });
}

/** What is due of the one request of a link, or of a completed link the fees that it was paid without. */
export async function orderOfLink(
  ctx: Context,
  { asked, outstanding }: LinkToPay,
): Promise<{ readonly order: PaymentOrder; readonly fees: FeesByRequest }> {
  const fees = outstanding.size > 0 ? outstanding : await findFeesOf(ctx, { asked });
  return { order: orderWithFees(ctx, asked[0].request, fees), fees };
}

/** The part of an open link that says what is paid. */
interface LinkToPay {
  readonly asked: readonly [
    { readonly request: LinkedRequest },
    ...{ readonly request: LinkedRequest }[],
  ];
  readonly outstanding: FeesByRequest;
}

/** The order that pays what is due of a request, and then its fees; of a paid one its fees alone. */
export function orderWithFees(
  ctx: Context,
  request: LinkedRequest,
  fees: FeesByRequest,
): PaymentOrder {
  return orderOfRequest(ctx, request, { dueFees: fees.get(request.id) ?? [] });
}
