import { currencyById } from '#catalog/currencies.ts';
import { isNetworkId, NETWORKS } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { invariant, Outage } from '#kit/failure.ts';
import { shareOf } from '#kit/percentage.ts';
import type { PaymentOrder } from '#modules/calldata/index.ts';
import type { DueFee } from '#modules/fees/index.ts';
import { feeLegsOf, protocolFeeOf, sponsorshipUnitsOf, withFeeOfCall } from './fees-of-order.ts';
import type { PayableRequest } from './model/payable-request.ts';
import type { FeeInput } from './read-fee.ts';

/**
 * What is still to be paid for a request, or a part of it that the payer chose. After a part was
 * paid it is the rest, with the fee's share of the rest, rounded down as the whole fee was.
 */
export function amountDue(
  request: Pick<PayableRequest, 'expectedUnits' | 'paidUnits' | 'feeUnits' | 'feePercentage'>,
  partialUnits?: bigint,
): PaymentOrder['due'] {
  const missingUnits = request.expectedUnits - request.paidUnits;
  invariant(missingUnits > 0n, 'a request that is paid has nothing due');
  const amountUnits = partialUnits ?? missingUnits;
  if (amountUnits === request.expectedUnits) return { amountUnits, feeUnits: request.feeUnits };
  const { feePercentage, feeUnits } = request;
  // A fee that is paid apart is named, and no part of it goes along.
  const hasFee = feePercentage !== null && feeUnits > 0n;
  return { amountUnits, feeUnits: hasFee ? shareOf(amountUnits, feePercentage) : 0n };
}

/** What an order pays beside what is due of its request, or instead of it. */
interface OrderParts {
  /** Pays only this part of the request. */
  readonly partialUnits?: bigint | undefined;
  /** The fees to pay behind the request, as `findDueFees` finds them. */
  readonly dueFees?: readonly DueFee[];
  /** The platform fee that the call names, for a request that has none of its own. */
  readonly feeOfCall?: FeeInput;
}

/**
 * The order that pays what is due of a request and the fees behind it, ready for calldata; of a request that was
 * paid without all of its fees it pays those, of which there must be one, and nothing else.
 *
 * Refuses (400) a fee of the call that is not valid. Throws `Outage` if the network has no node any more.
 */
export function orderOfRequest(
  ctx: Context,
  request: PayableRequest,
  parts: OrderParts = {},
): PaymentOrder {
  const isPaid = request.paidUnits >= request.expectedUnits;
  return isPaid ? orderOfFees(ctx, request, parts.dueFees ?? []) : orderOfDue(ctx, request, parts);
}

function orderOfDue(
  ctx: Context,
  request: PayableRequest,
  { partialUnits, dueFees = [], feeOfCall }: OrderParts,
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
  const { conversion } = request;
  const order: PaymentOrder = {
    chain,
    kind: request.kind,
    currency,
    payeeAddress: request.payeeAddress,
    paymentReference: request.paymentReference,
    due: amountDue(request, partialUnits),
    platformFee: platformFeeOf(request),
    conversion,
    protocolFee: protocolFeeOf(dueFees),
    sponsorshipUnits: sponsorshipUnitsOf(dueFees),
    feeLegs: feeLegsOf(dueFees),
  };
  return feeOfCall === undefined ? order : withFeeOfCall(ctx, feeOfCall, { request, order });
}

/** The fee that the request names, inside its payment or apart. */
function platformFeeOf({
  feePercentage: percentage,
  feeAddress: address,
}: PayableRequest): PaymentOrder['platformFee'] {
  return percentage !== null && address !== null ? { percentage, address } : undefined;
}

/** Pays nothing but fees of a request: the first stands where the payment itself would. */
function orderOfFees(ctx: Context, request: PayableRequest, fees: readonly DueFee[]): PaymentOrder {
  const [first, ...others] = fees;
  invariant(first !== undefined, 'an order pays something');
  const order = orderOfDue(
    ctx,
    {
      ...request,
      payeeAddress: first.receiverAddress,
      paymentReference: first.paymentReference,
      expectedUnits: first.units,
      paidUnits: 0n,
      feeUnits: 0n,
      feePercentage: null,
      feeAddress: null,
    },
    {},
  );
  return {
    ...order,
    isFees: true,
    platformFee: fees.some(({ feeType }) => feeType === 'platform_fee')
      ? platformFeeOf(request)
      : undefined,
    protocolFee: protocolFeeOf(fees),
    sponsorshipUnits: sponsorshipUnitsOf(fees),
    feeLegs: feeLegsOf(others),
  };
}
