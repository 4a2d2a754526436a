import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { hashSecret } from '#kit/secret.ts';
import type { RateStore } from './db/count-calls.ts';

/** How often something may be tried. */
export interface ThrottleRule {
  /** Names the rule in the `rate_limit` table. */
  readonly name: string;
  readonly attempts: number;
  readonly windowSeconds: number;
}

/** Counts attempts at what must not be tried endlessly. The processes share one count. */
export interface Throttle {
  /**
   * Counts one attempt of a subject and answers in how many seconds it may go on; 0 is now.
   * While the database is away each process counts for itself. Never rejects.
   */
  take(rule: ThrottleRule, subject: string): Promise<number>;
  /** Forgets the attempts of a subject, as when one of them succeeded. */
  clear(rule: ThrottleRule, subject: string): Promise<void>;
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
      // The worker's sweep forgets what is over.
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

/** Subjects are people's addresses, of any length; what counts them need not know them. */
function keyOf(subject: string): string {
  return hashSecret(subject).toString('base64url');
}
