import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { elapsedMs } from '#kit/clock.ts';
import { invariant } from '#kit/failure.ts';
import type { Log } from '../log.ts';
import type { Meter } from '../metrics.ts';

declare module 'rate-limiter-flexible' {
  interface RateLimiterStoreAbstract {
    /** Zero when this process does not know the key as blocked. In the library, not in its types. */
    getInMemoryBlockMsBeforeExpire(storedKey: string): number;
  }
}

/**
 * Calls in a minute by tier, as the specification gives them (2, 5, 10 and 20 a second), and the
 * more relaxed limit of managing client IDs, which the wire facts of the public API propose.
 */
const RATE_TIERS = {
  basic: 120,
  default: 300,
  premium: 600,
  high_volume: 1_200,
  management: 600,
} as const;

/** A limit by its name. */
export type RateTier = keyof typeof RATE_TIERS;

const WINDOW_SECONDS = 60;

/** What every key of this limiter begins with in the `rate_limit` table. */
export const RATE_KEY_PREFIX = 'call';

/** Notified when somebody's block was lifted in the table. */
export const UNBLOCK_CHANNEL = 'florin_unblock';

/**
 * A breach is sustained when a caller goes on after it was refused, until it has made twice the
 * calls of its minute. One burst only waits for the minute to end.
 */
const SUSTAINED_BREACH_FACTOR = 2;

/** The block that the specification gives to a sustained breach. */
const BLOCK_SECONDS = 5 * 60;

/** A database that is away is reported this often, not once for each call that it could not count. */
const OUTAGE_LOG_EVERY_MS = 10_000;

/** Where a caller stands after a call. */
export interface RateState {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Until the minute, or the block, is over. */
  readonly resetSeconds: number;
}

/** Counts calls per caller. The processes share one count through the database. */
export interface RateLimiter {
  /** The state of a caller whom this process knows as blocked; costs no query. */
  blocked(caller: string): RateState | undefined;
  /** Counts `points` against a caller, in one round trip. Never rejects. */
  take(caller: string, points: number, tier?: RateTier): Promise<RateState>;
  /** Forgets whom this process holds as blocked, so that the table alone decides again. */
  forgetBlocks(): void;
}

/** What of a connection pool is needed here; `pg.Pool` has it. */
export interface RateStore {
  query(statement: { name?: string; text: string; values?: unknown[] }): Promise<{
    rows: unknown[];
    rowCount: number | null;
  }>;
}

interface RateLimitOptions {
  readonly pool: RateStore;
  readonly log: Log;
  /** How many times the production limit; the sandbox takes ten. */
  readonly multiplier: number;
  readonly meter: Meter;
}

/**
 * A limiter over the `rate_limit` table. While the database is away each process counts for
 * itself: the limiter exists for fairness, so it must never be what fails a call, and yet a flood
 * must not be let in just when the database is weak.
 */
export function openRateLimiter(options: RateLimitOptions): RateLimiter {
  const store = plainStore(options);
  const names = Object.keys(RATE_TIERS).filter(isRateTier);
  const tiers = new Map(names.map((name) => [name, openTier(name, store, options)]));
  return {
    blocked: (caller) => {
      for (const tier of tiers.values()) {
        const state = tier.blocked(caller);
        if (state !== undefined) return state;
      }
      return undefined;
    },
    take: async (caller, points, tier = 'default') => {
      const limiter = tiers.get(tier);
      invariant(limiter !== undefined, `there is a limit called ${tier}`);
      return await limiter.take(caller, points);
    },
    forgetBlocks: () => {
      for (const tier of tiers.values()) tier.forgetBlocks();
    },
  };
}

/** Whether a text names a limit. */
export function isRateTier(text: string): text is RateTier {
  return Object.hasOwn(RATE_TIERS, text);
}

/** One limit; a caller counts in one row, whichever tier it has at the moment. */
function openTier(
  tier: RateTier,
  store: RateStore,
  { log, multiplier, meter }: RateLimitOptions,
): RateLimiter {
  const limit = RATE_TIERS[tier] * multiplier;
  const breach = limit * SUSTAINED_BREACH_FACTOR;
  const window = { points: limit, duration: WINDOW_SECONDS };
  const limiter = new RateLimiterPostgres({
    ...window,
    keyPrefix: RATE_KEY_PREFIX,
    storeClient: store,
    storeType: 'pool',
    tableName: 'rate_limit',
    tableCreated: true,
    // The worker's sweep forgets what is over.
    clearExpiredByTimeout: false,
    blockOnConsumed: breach,
    // Without a duration of its own the block in memory ends when the one in the table does.
    inMemoryBlockOnConsumed: breach,
    insuranceLimiter: new RateLimiterMemory(window),
  });
  const stateOf = (result: RateLimiterRes, allowed: boolean): RateState => {
    if (!allowed) meter.count('rate_limited_total', { tier });
    return {
      allowed,
      limit,
      remaining: result.remainingPoints,
      resetSeconds: Math.ceil(result.msBeforeNext / 1000),
    };
  };
  return {
    forgetBlocks: () => limiter.deleteInMemoryBlockedAll(),
    blocked: (caller) => {
      const blockedMs = limiter.getInMemoryBlockMsBeforeExpire(limiter.getKey(caller));
      return blockedMs > 0 ? stateOf(new RateLimiterRes(0, blockedMs), false) : undefined;
    },
    take: async (caller, points) => {
      try {
        return stateOf(await limiter.consume(caller, points), true);
      } catch (result) {
        if (!(result instanceof RateLimiterRes)) throw result;
        const crossed = result.consumedPoints >= breach && result.consumedPoints - points < breach;
        if (!crossed) return stateOf(result, false);
        log.warn({ caller }, 'a caller is blocked after a sustained breach of its rate limit');
        const blocked = await limiter.block(caller, BLOCK_SECONDS);
        // What memory holds ends with the minute; it learns the longer time from the table again.
        limiter.deleteInMemoryBlockedAll();
        return stateOf(blocked, false);
      }
    },
  };
}

/** Our pool reads `bigint` columns as bigint; the library calculates with numbers. */
export function plainStore({ pool, log }: Pick<RateLimitOptions, 'pool' | 'log'>): RateStore {
  let quietUntil = 0;
  return {
    query: async (statement) => {
      try {
        const { rows, rowCount } = await pool.query(statement);
        return { rowCount, rows: rows.map(plainRow) };
      } catch (error) {
        if (elapsedMs() >= quietUntil) {
          quietUntil = elapsedMs() + OUTAGE_LOG_EVERY_MS;
          log.error(
            { err: error },
            'calls are counted per process: the database did not count them',
          );
        }
        throw error;
      }
    },
  };
}

function plainRow(row: unknown): unknown {
  if (typeof row !== 'object' || row === null || !('expire' in row)) return row;
  return { ...row, expire: row.expire === null ? null : Number(row.expire) };
}

/**
 * The part of an address that one subscriber holds: all of an IPv4 address, and the first 64 bits
 * of an IPv6 one, because whoever has one of those has 2^64 of them.
 */
export function subscriberOf(ip: string): string {
  // Nearly every call; the parser below costs as much as a hash.
  if (isIPv4(ip)) return ip;
  // What a trusted proxy passed on unread: one bucket for all of it, whatever it says.
  if (!ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  const network = address.toByteArray().slice(0, 8);
  return network.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The headers that tell a caller where it stands, in the two families that clients know. */
export function rateHeaders(state: RateState): Record<string, string> {
  const limit = String(state.limit);
  const remaining = String(state.remaining);
  const reset = String(state.resetSeconds);
  return {
    'ratelimit-limit': limit,
    'ratelimit-remaining': remaining,
    'ratelimit-reset': reset,
    'ratelimit-policy': `${limit};w=${WINDOW_SECONDS}`,
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': reset,
    ...(!state.allowed && { 'retry-after': reset }),
  };
}
