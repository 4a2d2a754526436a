import type { Context } from '#context.ts';
import type { PaymentOrder } from '#modules/calldata/index.ts';
import { findOwnRequests } from './find-own-requests.ts';
import { checkPayableTogether } from './model/payable-together.ts';
import type { ShownRequest } from './model/shown-request.ts';
import { orderOfRequest } from './order-of-request.ts';
import type { FeeInput } from './read-fee.ts';
import { findDueFees } from './store/fee-components.ts';

/** A request that can be paid now. */
interface PayableOrder {
  readonly requestId: string;
  /** Its total. */
  readonly expectedUnits: bigint;
  /** Only where it is converted. */
  readonly invoiceCurrencyId: string | undefined;
  /** What pays what is due of it, and then its fees. */
  readonly order: PaymentOrder;
  readonly flow: ShownRequest['flow'];
  /** Who judges its wallets; null where nobody does. */
  readonly plan: ShownRequest['plan'];
}

/**
 * The orders that pay what is due of the caller's own requests, in the order of their public ids. The platform
 * fee is the request's own, else the one of the call. Two queries; reads no chain.
 *
 * Refuses (400) ids of `requestIds` that cannot be paid, naming each, and a fee that is not valid.
 */
export async function findPayableOrders(
  ctx: Context,
  requestIds: readonly string[],
  feeOfCall: FeeInput,
): Promise<readonly PayableOrder[]> {
  const found = await findOwnRequests(ctx, requestIds);
  const named = requestIds.map((id) => [id, found.get(id)] as const);
  checkPayableTogether(named, ctx.now());
  const requests = named.flatMap(([, request]) => request ?? []);
  const fees = await findDueFees(
    ctx,
    requests.map(({ id }) => id),
  );
  return requests.map((request) => ({
    requestId: request.requestId,
    expectedUnits: request.expectedUnits,
    invoiceCurrencyId: request.conversion?.invoiceCurrencyId,
    flow: request.flow,
    plan: request.plan,
    order: orderOfRequest(ctx, request, { dueFees: fees.get(request.id) ?? [], feeOfCall }),
  }));
}
