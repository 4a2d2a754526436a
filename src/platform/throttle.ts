import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { RequestMetadata } from '#kit/request-metadata.ts';
import { hashSecret } from '#kit/secret.ts';
import type { RateStore } from './db/count-calls.ts';
import { subscriberOf } from './http/rate-limit.ts';

/** How often something may be tried. */
export interface ThrottleRule {
  /** Names the rule in the `rate_limit` table. */
  readonly name: string;
  readonly attempts: number;
  readonly windowSeconds: number;
}

/** Counts attempts that must be limited. The processes share one count. */
export interface Throttle {
  /**
   * Counts one attempt of a subject and returns after how many seconds it may continue; 0 is now.
   * While the database is unreachable each process counts for itself. Never rejects.
   */
  take(rule: ThrottleRule, subject: string): Promise<number>;
  /** Resets the attempts of a subject, for instance after a success. */
  clear(rule: ThrottleRule, subject: string): Promise<void>;
}

/**
 * Counts one attempt of the caller's address at a subject, and returns as `Throttle.take`. Calls without an address share
 * one count.
 */
export function takeOfCaller(
  caller: { readonly throttle: Throttle; readonly requestMetadata: RequestMetadata | undefined },
  rule: ThrottleRule,
  subject = '',
): Promise<number> {
  const { throttle, requestMetadata } = caller;
  return throttle.take(rule, `${subject} ${subscriberOf(requestMetadata?.ip ?? '')}`);
}

/** A throttle over the `rate_limit` table. */
export function openThrottle({ store }: { readonly store: RateStore }): Throttle {
  const limiters = new Map<string, RateLimiterPostgres>();
  const limiterOf = ({ name, attempts, windowSeconds }: ThrottleRule) => {
    const open = limiters.get(name);
    if (open !== undefined) return open;
    const window = { points: attempts, duration: windowSeconds };
    const limiter = new RateLimiterPostgres({
      ...window,
      keyPrefix: name,
      storeClient: store,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      // The worker's sweep prunes expired rows.
      clearExpiredByTimeout: false,
      insuranceLimiter: new RateLimiterMemory(window),
    });
    limiters.set(name, limiter);
    return limiter;
  };
  return {
    take: async (rule, subject) => {
      try {
        await limiterOf(rule).consume(keyOf(subject));
        return 0;
      } catch (result) {
        if (!(result instanceof RateLimiterRes)) throw result;
        return Math.ceil(result.msBeforeNext / 1000);
      }
    },
    clear: async (rule, subject) => {
      await limiterOf(rule).delete(keyOf(subject));
    },
  };
}

/** Subjects are addresses of people, of any length; the count does not need them in clear. */
function keyOf(subject: string): string {
  return hashSecret(subject).toString('base64url');
}
