import { member } from '../../engine/members.ts';

/** Until when owners may execute what calldata asks them to sign, in milliseconds since 1970; only calldata for a Safe names it. */
export function deadlineOf(body: unknown): number | undefined {
  const seconds = member(member(body, 'metadata'), 'safePaymentDeadline');
  return typeof seconds === 'number' && seconds > 0 ? seconds * 1_000 : undefined;
}

/** How many owners must sign what calldata asks of a Safe; undefined where it does not say. */
export function thresholdOf(body: unknown): number | undefined {
  const threshold = member(member(body, 'metadata'), 'safeThreshold');
  return typeof threshold === 'number' ? threshold : undefined;
}
