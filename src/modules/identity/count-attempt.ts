import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { subscriberOf } from '#platform/http/rate-limit.ts';
import type { ThrottleRule } from '#platform/throttle.ts';

/** As with calls: the sandbox allows ten times as many. */
const SANDBOX_MULTIPLIER = 10;

/** Counts one attempt of a subject. Refuses (429) when it has had too many. */
export async function countAttempt(
  ctx: Context,
  rule: ThrottleRule,
  subject: string,
): Promise<void> {
  const times = ctx.settings.mode === 'sandbox' ? SANDBOX_MULTIPLIER : 1;
  const seconds = await ctx.throttle.take({ ...rule, attempts: rule.attempts * times }, subject);
  if (seconds > 0) throw tooManyAttempts(seconds);
}

/** Counts one attempt of the caller's address; a call without one is not counted. */
export async function countAttemptOfCaller(ctx: Context, rule: ThrottleRule): Promise<void> {
  if (ctx.requestMetadata !== undefined) await countAttempt(ctx, rule, callerOf(ctx));
}

/** The caller's address; an empty text for a call without one. */
export function callerOf({ requestMetadata }: Pick<Context, 'requestMetadata'>): string {
  return requestMetadata === undefined ? '' : subscriberOf(requestMetadata.ip);
}

/** 429: more attempts at signing in than a person makes. */
export function tooManyAttempts(seconds: number): Refusal {
  return new Refusal('too_many_attempts', 429, {
    message: `Too many attempts; try again in ${seconds} seconds`,
    retryAfterSeconds: seconds,
  });
}
