import type { Context } from '#context.ts';
import { printAmount } from '#kit/amount.ts';
import type { PaymentOrder } from '#modules/calldata/index.ts';
import type { DueFee, FeePlan } from '#modules/fees/index.ts';
import {
  feeLegsOf,
  findDueFees,
  orderOfRequest,
  type PayableRequest,
} from '#modules/requests/index.ts';
import type { OpenLink } from './open-link.ts';

/**
 * The fees of a link that are still to be paid by themselves, in their order. One query where its
 * plan has any, and none otherwise.
 */
export async function findFeesOf(
  ctx: Context,
  { link, asked }: Pick<OpenLink, 'link' | 'asked'>,
): Promise<readonly DueFee[]> {
  const isPaidApart = link.feePlan?.fees.some(({ type }) => type !== 'platform_fee') ?? false;
  const { id } = asked[0].request;
  return isPaidApart ? ((await findDueFees(ctx, [id])).get(id) ?? []) : [];
}

/** The order that pays what is due of a request, and then its fees. */
export function orderWithFees(
  ctx: Context,
  request: PayableRequest,
  { plan, fees }: { readonly plan: FeePlan | null; readonly fees: readonly DueFee[] },
): PaymentOrder {
  return {
    ...orderOfRequest(ctx, request),
    protocolFee: plan === null ? undefined : protocolFeeOf(plan, fees),
    feeLegs: feeLegsOf(fees),
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
