import type { Context } from '#context.ts';
import { Outage } from '#kit/failure.ts';
import type { OffRampOrder } from '#providers/off-ramp-provider.ts';
import { findDifference } from './model/find-difference.ts';
import type { OffRampOrderOfRequest } from './model/off-ramp-order.ts';

/**
 * Judges an order of the provider by what was ordered. Throws `Outage` where they differ, as then its word is worth nothing: the
 * payout stays where it is, and nobody is sent there.
 */
export function checkOrder(
  ctx: Context,
  ours: OffRampOrderOfRequest,
  theirs: OffRampOrder | undefined,
): OffRampOrder {
  const difference = theirs === undefined ? 'existence' : findDifference(ours, theirs);
  if (difference === undefined && theirs !== undefined) return theirs;
  ctx.log.error({ offRampId: ours.id, difference }, 'an off-ramp provider shows another order');
  throw new Outage(`the off-ramp provider shows another order: ${difference ?? ''} differs`);
}
