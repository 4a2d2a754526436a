import { member } from '../../engine/members.ts';

/** Until when owners may execute what calldata asks them to sign, in milliseconds since 1970; only calldata for a Safe names it. */
export function deadlineOf(body: unknown): number | undefined {
  const seconds = member(member(body, 'metadata'), 'safePaymentDeadline');
  return typeof seconds === 'number' && seconds > 0 ? seconds * 1_000 : undefined;
}
