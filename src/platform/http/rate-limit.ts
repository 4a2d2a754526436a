import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { elapsedMs, systemClock } from '#kit/clock.ts';
import { within } from '#kit/within.ts';
import {
  type Count,
  type Counter,
  openCounter,
  type RateStore,
  type Statement,
  WINDOW_MS,
} from '../db/count-calls.ts';
import type { Log } from '../log.ts';
import type { Meter } from '../metrics.ts';
import { openMemoryCounter } from './count-in-memory.ts';

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
  /**
   * Calls of one address that are refused for their credentials: more than any mistake makes, and
   * few enough that trying keys is hopeless.
   */
  failed_credentials: 60,
} as const;

/** A limit by its name. */
export type RateTier = keyof typeof RATE_TIERS;

/** Notified when a caller's block was lifted in the table. */
export const UNBLOCK_CHANNEL = 'florin_unblock';

/**
 * A breach is sustained when a caller continues after refusals, until it was refused as often in
 * a minute as it may call: it then makes twice the calls of its limit. One burst only waits.
 */
const SUSTAINED_BREACH_FACTOR = 2;

/** The block that the specification gives to a sustained breach. */
const BLOCK_MS = 5 * 60 * 1000;

/** How many blocked callers a process caches; removing one costs a count in the table. */
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
  /** Until the next call is admitted, rounded up; 0 while calls remain. */
  readonly resetSeconds: number;
}

/** Counts calls per caller. The processes share one count through the database. */
export interface RateLimiter {
  /** The state of a caller that this process has cached as blocked; costs no query. */
  blocked(caller: string): RateState | undefined;
  /** Counts a call of a caller, in one round trip. Never rejects. */
  take(caller: string, tier?: RateTier): Promise<RateState>;
  /** Clears the cache of blocked callers, so that the table alone decides again. */
  pruneBlocks(): void;
}

interface RateLimitOptions {
  readonly pool: RateStore;
  readonly log: Log;
  /** How many times the production limit; the sandbox takes ten. */
  readonly multiplier: number;
  readonly meter: Meter;
}

/**
 * A limiter over the tables of calls and blocks. No span of 60 seconds has more admitted calls of a
 * caller than its limit, and a call that leaves the span admits another; refused calls are
 * not counted. A caller counts in one row, in any tier. While the database is unreachable
 * each process counts for itself: the limiter exists for fairness, so it must never fail a
 * call, and it must not admit a flood while the database is overloaded.
 */
export function openRateLimiter(options: RateLimitOptions): RateLimiter {
  const { log, multiplier, meter } = options;
  const counter = openInsuredCounter(plainStore(options));
  const held = openHeld();
  const refuse = (tier: RateTier, nextAtMs: number): RateState => {
    meter.count('rate_limited_total', { tier });
    const resetSeconds = Math.ceil((nextAtMs - nowMs()) / 1000);
    return { allowed: false, limit: RATE_TIERS[tier] * multiplier, remaining: 0, resetSeconds };
  };
  const block = async (caller: string, tier: RateTier): Promise<number> => {
    const endsAtMs = nowMs() + BLOCK_MS;
    held.set(caller, { tier, endsAtMs });
    log.warn({ caller }, 'a caller is blocked after a sustained breach of its rate limit');
    await counter.block(caller, endsAtMs);
    return endsAtMs;
  };
  const blocked = (caller: string): RateState | undefined => {
    const found = held.get(caller);
    return found && refuse(found.tier, found.endsAtMs);
  };
  return {
    blocked,
    pruneBlocks: () => held.prune(),
    take: async (caller, tier = 'default') => {
      const known = blocked(caller);
      if (known !== undefined) return known;
      const limit = RATE_TIERS[tier] * multiplier;
      const count = await counter.count({ key: caller, callsMax: limit });
      if (count.allowed) return allowedState(count, limit);
      if (count.blocked) held.set(caller, { tier, endsAtMs: count.nextAtMs });
      // Of calls that come at the same time exactly one is the last of a breach.
      const breaks = count.refused === limit * (SUSTAINED_BREACH_FACTOR - 1);
      return refuse(tier, breaks ? await block(caller, tier) : count.nextAtMs);
    },
  };
}

function allowedState({ used, nextAtMs }: Count, limit: number): RateState {
  const remaining = limit - used;
  const resetSeconds = remaining > 0 ? 0 : Math.ceil((nextAtMs - nowMs()) / 1000);
  return { allowed: true, limit, remaining, resetSeconds };
}

/** Whether a text names a limit. */
export function isRateTier(text: string): text is RateTier {
  return Object.hasOwn(RATE_TIERS, text);
}

function nowMs(): number {
  return systemClock().getTime();
}

/** Counts in the tables, and in the memory of this process while they cannot be reached in time. */
function openInsuredCounter(store: RateStore): Counter {
  const table = openCounter(store, { nowMs });
  const countInMemory = openMemoryCounter(nowMs);
  return {
    count: async (call) => (await soon(table.count(call))) ?? countInMemory(call),
    // A caller that could not be blocked in the table is still blocked in this process.
    block: (key, endsAtMs) => table.block(key, endsAtMs).catch(() => undefined),
  };
}

/** What is counted in time, or undefined where that failed or takes too long. */
async function soon(counting: Promise<Count>): Promise<Count | undefined> {
  const counted = counting.catch(() => undefined);
  return await within(COUNT_WAIT_MS, counted, () => undefined);
}

/** A caller that is not counted any more until its block ends. */
interface Held {
  readonly tier: RateTier;
  readonly endsAtMs: number;
}

/** Clears the cache when full: simpler than choosing, and the table still has them. */
function openHeld() {
  const held = new Map<string, Held>();
  return {
    prune: () => held.clear(),
    set: (caller: string, found: Held) => {
      if (held.size >= HELD_MAX) held.clear();
      held.set(caller, found);
    },
    get: (caller: string): Held | undefined => {
      const found = held.get(caller);
      if (found === undefined || found.endsAtMs > nowMs()) return found;
      held.delete(caller);
      return undefined;
    },
  };
}

/** Our pool reads `bigint` columns as bigint; the library of the throttle calculates with numbers. */
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
 * The part of an address that one subscriber has: all of an IPv4 address, and the first 64 bits
 * of an IPv6 one, because a subscriber with one address has 2^64 of them.
 */
export function subscriberOf(ip: string): string {
  // Nearly every call; the parser below costs as much as a hash.
  if (isIPv4(ip)) return ip;
  // Addresses that a trusted proxy passed on unparsed share one bucket.
  if (!ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  const network = address.toByteArray().slice(0, 8);
  return network.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The headers with the state of a caller's limit, in the two families that clients read. */
export function rateHeaders(state: RateState): Record<string, string> {
  const limit = String(state.limit);
  const remaining = String(state.remaining);
  const reset = String(state.resetSeconds);
  return {
    'ratelimit-limit': limit,
    'ratelimit-remaining': remaining,
    'ratelimit-reset': reset,
    'ratelimit-policy': `${limit};w=${WINDOW_MS / 1000}`,
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': reset,
    ...(!state.allowed && { 'retry-after': reset }),
  };
}
