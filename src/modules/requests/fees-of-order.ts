import type { Context } from '#context.ts';
import { printAmount } from '#kit/amount.ts';
import type { PaymentOrder } from '#modules/calldata/index.ts';
import type { DueFee } from '#modules/fees/index.ts';
import type { PayableRequest } from './model/payable-request.ts';
import { type FeeInput, readFee } from './read-fee.ts';

/** The fees that are due of a request as payments behind its own, in their order. */
export function feeLegsOf(
  fees: readonly Pick<DueFee, 'units' | 'paymentReference' | 'receiverAddress'>[],
): NonNullable<PaymentOrder['feeLegs']> {
  return fees.map(({ units, paymentReference, receiverAddress }) => ({
    amountUnits: units,
    paymentReference,
    receiverAddress,
  }));
}

/** A basis point is a hundredth of a percent. */
const BPS_DECIMALS = 2;

/** The protocol fee in the form of the platform's: the share that was agreed, and who receives it. */
export function protocolFeeOf(
  fees: readonly Pick<DueFee, 'feeType' | 'percentageBps' | 'receiverAddress'>[],
): PaymentOrder['protocolFee'] {
  const due = fees.find(({ feeType }) => feeType === 'protocol_fee');
  if (due === undefined || due.percentageBps === null) return undefined;
  const percentage = printAmount(BigInt(due.percentageBps), BPS_DECIMALS);
  return { percentage, address: due.receiverAddress };
}

/** What is due of the fee for sponsored transactions; undefined for none. */
export function sponsorshipUnitsOf(
  fees: readonly Pick<DueFee, 'feeType' | 'units'>[],
): bigint | undefined {
  return fees.find(({ feeType }) => feeType === 'transaction_sponsorship_fee')?.units;
}

interface AskedOrder {
  readonly request: Pick<PayableRequest, 'feeAddress'>;
  readonly order: PaymentOrder;
}

/**
 * The order with the fee that goes along: the request's own, which no call can change, else the one
 * of the call. Refuses (400) a fee that is none.
 */
export function withFeeOfCall(
  ctx: Pick<Context, 'actor'>,
  { feePercentage, feeAddress }: FeeInput,
  { request, order }: AskedOrder,
): PaymentOrder {
  const { amountUnits } = order.due;
  const { family } = order.chain.network;
  const base = { family, tokenAddress: order.currency.address, expectedUnits: amountUnits };
  const fee = readFee(ctx, { feePercentage, feeAddress }, base);
  if (fee === undefined || request.feeAddress !== null) return order;
  const { percentage, address, units } = fee;
  return {
    ...order,
    due: { amountUnits, feeUnits: units },
    platformFee: { percentage, address },
  };
}
