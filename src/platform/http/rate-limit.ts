import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { elapsedMs, systemClock } from '#kit/clock.ts';
import {
  type Count,
  type Counter,
  openCounter,
  type RateStore,
  type Statement,
} from '../db/count-calls.ts';
import type { Log } from '../log.ts';
import type { Meter } from '../metrics.ts';

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
const WINDOW_MS = WINDOW_SECONDS * 1000;

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
const BLOCK_MS = 5 * 60 * 1000;

/** How many callers a process holds as blocked; forgetting one costs it a count in the table. */
const HELD_MAX = 10_000;

/** A count that takes longer stands behind a lock or for a connection, and no call waits for that twice. */
const COUNT_WAIT_MS = 1_000;

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

interface RateLimitOptions {
  readonly pool: RateStore;
  readonly log: Log;
  /** How many times the production limit; the sandbox takes ten. */
  readonly multiplier: number;
  readonly meter: Meter;
}

/**
 * A limiter over the `rate_limit` table; a caller counts in one row, whichever tier it has at the
 * moment. While the database is away each process counts for itself: the limiter exists for
 * fairness, so it must never be what fails a call, and yet a flood must not be let in just when the
 * database is weak.
 */
export function openRateLimiter(options: RateLimitOptions): RateLimiter {
  const { log, multiplier, meter } = options;
  const counter = openInsuredCounter(plainStore(options));
  const held = openHeld();
  const stateOf = (tier: RateTier, { consumed, endsAtMs }: Count): RateState => {
    const limit = RATE_TIERS[tier] * multiplier;
    const allowed = consumed <= limit;
    if (!allowed) meter.count('rate_limited_total', { tier });
    const remaining = Math.max(limit - consumed, 0);
    return { allowed, limit, remaining, resetSeconds: Math.ceil((endsAtMs - nowMs()) / 1000) };
  };
  const blocked = (caller: string): RateState | undefined => {
    const found = held.get(caller);
    return found && stateOf(found.tier, found.count);
  };
  return {
    blocked,
    forgetBlocks: () => held.forget(),
    take: async (caller, points, tier = 'default') => {
      const known = blocked(caller);
      if (known !== undefined) return known;
      const key = `${RATE_KEY_PREFIX}:${caller}`;
      const breach = RATE_TIERS[tier] * multiplier * SUSTAINED_BREACH_FACTOR;
      const count = await counter.count({ key, points });
      if (count.consumed < breach) return stateOf(tier, count);
      if (count.consumed - points >= breach) {
        held.set(caller, { tier, count });
        return stateOf(tier, count);
      }
      log.warn({ caller }, 'a caller is blocked after a sustained breach of its rate limit');
      const block = { consumed: breach, endsAtMs: nowMs() + BLOCK_MS };
      await counter.block(key, block);
      held.set(caller, { tier, count: block });
      return stateOf(tier, block);
    },
  };
}

/** Whether a text names a limit. */
export function isRateTier(text: string): text is RateTier {
  return Object.hasOwn(RATE_TIERS, text);
}

function nowMs(): number {
  return systemClock().getTime();
}

/** Counts in the table, and in the memory of this process while the table cannot be reached in time. */
function openInsuredCounter(store: RateStore): Counter {
  const table = openCounter(store, { windowMs: WINDOW_MS, nowMs });
  // It only counts here: what is allowed depends on the tier.
  const memory = new RateLimiterMemory({ points: 0, duration: WINDOW_SECONDS });
  return {
    count: async (call) => {
      const counted = await soon(table.count(call));
      if (counted !== undefined) return counted;
      const { consumedPoints, msBeforeNext } = await memory.penalty(call.key, call.points);
      return { consumed: consumedPoints, endsAtMs: nowMs() + msBeforeNext };
    },
    // Who could not be blocked in the table is still held by this process.
    block: (key, until) => table.block(key, until).catch(() => undefined),
  };
}

/** What is counted in time, or undefined where that failed or takes too long. */
async function soon(counting: Promise<Count>): Promise<Count | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), COUNT_WAIT_MS);
  });
  const counted = counting.catch(() => undefined);
  return await Promise.race([counted, late]).finally(() => clearTimeout(timer));
}

/** A caller that is not counted any more until its time is over. */
interface Held {
  readonly tier: RateTier;
  readonly count: Count;
}

/** Forgets everybody when full: simpler than choosing, and the table still knows them. */
function openHeld() {
  const held = new Map<string, Held>();
  return {
    forget: () => held.clear(),
    set: (caller: string, found: Held) => {
      if (held.size >= HELD_MAX) held.clear();
      held.set(caller, found);
    },
    get: (caller: string): Held | undefined => {
      const found = held.get(caller);
      if (found === undefined || found.count.endsAtMs > nowMs()) return found;
      held.delete(caller);
      return undefined;
    },
  };
}

/** Our pool reads `bigint` columns as bigint; the library calculates with numbers. */
export function plainStore({ pool, log }: Pick<RateLimitOptions, 'pool' | 'log'>): RateStore {
  let quietUntil = 0;
  return {
    query: async <Row extends object>(statement: Statement) => {
      try {
        const { rows, rowCount } = await pool.query<Row>(statement);
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

function plainRow<Row extends object>(row: Row): Row {
  if (!('expire' in row)) return row;
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
