import type { Context } from '#context.ts';
import { safeDeadlineSeconds } from '#modules/intents/index.ts';

/** Until when owners of a Safe may execute what was prepared, in Unix seconds: a route is no good for longer than its calldata. */
export function safeDeadline(
  { now }: Pick<Context, 'now'>,
  paid: Parameters<typeof safeDeadlineSeconds>[0],
  executionDeadline: number | undefined,
): number {
  const ofLink = safeDeadlineSeconds(paid, now());
  return executionDeadline === undefined ? ofLink : Math.min(ofLink, executionDeadline);
}
