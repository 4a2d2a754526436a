import type { Context } from '#context.ts';
import type { PaymentOrder } from '#modules/calldata/index.ts';
import { findDueFees, orderOfRequest, type ShownRequest } from '#modules/requests/index.ts';
import type { CreateBatchPayoutRequest } from './model/payout-body.ts';

/** A request that a batch is to pay. */
export interface AskedPayout {
  readonly requestId: string;
  /** What it asks for in all. */
  readonly expectedUnits: bigint;
  /** Only where it is converted. */
  readonly invoiceCurrencyId: string | undefined;
  /** What pays what is due of it, and then its fees. */
  readonly order: PaymentOrder;
}

/**
 * Requests that are there, with the orders that pay what is due of them. The fee that goes along is
 * the request's own, else the one of the call. One query; asks no chain.
 *
 * Refuses (400) a fee that is none.
 */
export async function withOrders(
  ctx: Context,
  requests: readonly ShownRequest[],
  { feePercentage, feeAddress }: Pick<CreateBatchPayoutRequest, 'feePercentage' | 'feeAddress'>,
): Promise<AskedPayout[]> {
  const ids = requests.map(({ id }) => id);
  const fees = await findDueFees(ctx, ids);
  const feeOfCall = { feePercentage, feeAddress };
  return requests.map((request) => ({
    requestId: request.requestId,
    expectedUnits: request.expectedUnits,
    invoiceCurrencyId: request.conversion?.invoiceCurrencyId,
    order: orderOfRequest(ctx, request, { dueFees: fees.get(request.id) ?? [], feeOfCall }),
  }));
}
