import type { Context } from '#context.ts';
import { printAmount } from '#kit/amount.ts';
import type { PaymentOrder } from '#modules/calldata/index.ts';
import type { DueFee, FeePlan } from '#modules/fees/index.ts';
import { feeLegsOf, findDueFees, orderOfRequest } from '#modules/requests/index.ts';
import type { LinkedRequest } from '#modules/secure-payments/index.ts';
import type { OpenLink } from './open-link.ts';

/** The fees that are still to be paid by themselves, in their order, by the row of their request. */
export type FeesByRequest = ReadonlyMap<string, readonly DueFee[]>;

const NONE: FeesByRequest = new Map();

/**
 * The fees of a link that are still to be paid by themselves. One query where a plan of it has any,
 * and none otherwise.
 */
export async function findFeesOf(
  ctx: Context,
  { asked }: Pick<OpenLink, 'asked'>,
): Promise<FeesByRequest> {
  const planned = asked
    .map(({ request }) => request)
    .filter(({ feePlan }) => feePlan?.fees.some(({ type }) => type !== 'platform_fee'));
  const ids = planned.map(({ id }) => id);
  return ids.length === 0 ? NONE : await findDueFees(ctx, ids);
}

/** The order that pays what is due of a request, and then its fees. */
export function orderWithFees(
  ctx: Context,
  request: LinkedRequest,
  fees: FeesByRequest,
): PaymentOrder {
  const due = fees.get(request.id) ?? [];
  const { feePlan } = request;
  return {
    ...orderOfRequest(ctx, request),
    protocolFee: feePlan === null ? undefined : protocolFeeOf(feePlan, due),
    feeLegs: feeLegsOf(due),
  };
}

/** A basis point is a hundredth of a percent. */
const BPS_DECIMALS = 2;

/** The protocol fee in the form of the platform's: its share, and who receives it. */
function protocolFeeOf(plan: FeePlan, fees: readonly DueFee[]): PaymentOrder['protocolFee'] {
  const planned = plan.fees.find(({ type }) => type === 'protocol_fee');
  const due = fees.find(({ feeType }) => feeType === 'protocol_fee');
  if (planned === undefined || due === undefined) return undefined;
  const percentage = printAmount(BigInt(planned.percentageBps), BPS_DECIMALS);
  return { percentage, address: due.receiverAddress };
}
