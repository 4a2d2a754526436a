import { setTimeout as sleep } from 'node:timers/promises';
import { elapsedMs } from '#kit/clock.ts';
import { type HttpPool, type StartTimer, startSystemTimer } from '#platform/outbound/exchange.ts';
import { openPool } from '#platform/outbound/open-pool.ts';

/** How many connections are opened to an origin, and for how long. */
interface HttpPoolOptions {
  readonly connections: number;
  readonly keepAliveTimeout: number;
  readonly connectTimeoutMs: number;
}

/**
 * What the adapter takes from the machine: how time passes and how nodes are reached. It is handed in, so
 * that the simulation runs the adapter on simulated time and on nodes in memory.
 */
export interface Runtime {
  /** Milliseconds since an arbitrary start. */
  elapsedMs(): number;
  /** Resolves after this many milliseconds. */
  sleep(ms: number): Promise<unknown>;
  /** Calls back once after this many milliseconds; the answer cancels that. */
  readonly startTimer: StartTimer;
  openHttpPool(origin: string, options: HttpPoolOptions): HttpPool;
  openWebSocket(url: string): WebSocket;
}

/** The machine's own time and network. */
export const systemRuntime: Runtime = {
  elapsedMs,
  sleep,
  startTimer: startSystemTimer,
  openHttpPool: (origin, { connections, keepAliveTimeout, connectTimeoutMs }) =>
    openPool(origin, { connections, keepAliveTimeout, connect: { timeout: connectTimeoutMs } }),
  openWebSocket: (url) => new WebSocket(url),
};
