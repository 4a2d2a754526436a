import { currencyById } from '#catalog/currencies.ts';
import { isNetworkId, NETWORKS } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { invariant, Outage } from '#kit/failure.ts';
import { shareOf } from '#kit/percentage.ts';
import type { Due, PaymentOrder } from '#modules/calldata/index.ts';
import type { PayableRequest } from './model/payable-request.ts';

/**
 * What is still to be paid for a request, or a part of it that the payer chose. After a part was
 * paid it is the rest, with the fee's share of the rest, rounded down as the whole fee was.
 */
export function amountDue(
  request: Pick<PayableRequest, 'expectedUnits' | 'paidUnits' | 'feeUnits' | 'feePercentage'>,
  partUnits?: bigint,
): Due {
  const missingUnits = request.expectedUnits - request.paidUnits;
  invariant(missingUnits > 0n, 'a request that is paid has nothing due');
  const amountUnits = partUnits ?? missingUnits;
  if (amountUnits === request.expectedUnits) return { amountUnits, feeUnits: request.feeUnits };
  const { feePercentage } = request;
  return {
    amountUnits,
    feeUnits: feePercentage === null ? 0n : shareOf(amountUnits, feePercentage),
  };
}

/**
 * The order that pays what is due of a request, ready for calldata. `partUnits` pays only a part.
 *
 * Throws `Outage` where the network's node was taken out of the configuration since.
 */
export function orderOfRequest(
  ctx: Context,
  request: PayableRequest,
  partUnits?: bigint,
): PaymentOrder {
  const currency = currencyById(request.currencyId);
  invariant(
    currency !== undefined && isNetworkId(request.network),
    'requests name listed currencies',
  );
  const chain = ctx.chains.get(request.network);
  if (chain === undefined) {
    throw new Outage(`no node is configured for ${NETWORKS[request.network].name}`);
  }
  const { feePercentage: percentage, feeAddress: address, conversion } = request;
  return {
    chain,
    kind: request.kind,
    currency,
    payeeAddress: request.payeeAddress,
    paymentReference: request.paymentReference,
    due: amountDue(request, partUnits),
    platformFee: percentage !== null && address !== null ? { percentage, address } : undefined,
    conversion,
  };
}
