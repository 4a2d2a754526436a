import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Dispatcher, Pool } from 'undici';
import { elapsedMs } from '#kit/clock.ts';

/** The response to a request; its body may still be arriving. */
export interface HttpResponse {
  readonly statusCode: number;
  readonly headers: Dispatcher.ResponseData['headers'];
  readonly body: Readable;
}

/** The connections to one origin, as far as they are used; `Pool` of undici is one. */
export interface HttpPool {
  /** Sends a request and resolves once the response begins to arrive. */
  request(options: HttpRequest): Promise<HttpResponse>;
  /** Closes all connections; requests that are waiting fail. */
  destroy(): Promise<void>;
}

/** What is sent in one request. */
interface HttpRequest {
  readonly method: 'POST';
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly signal: AbortSignal;
}

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
  startTimer(ms: number, run: () => void): () => void;
  openHttpPool(origin: string, options: HttpPoolOptions): HttpPool;
  openWebSocket(url: string): WebSocket;
}

/** The machine's own time and network. */
export const systemRuntime: Runtime = {
  elapsedMs,
  sleep,
  startTimer: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  openHttpPool: (origin, { connections, keepAliveTimeout, connectTimeoutMs }) =>
    new Pool(origin, { connections, keepAliveTimeout, connect: { timeout: connectTimeoutMs } }),
  openWebSocket: (url) => new WebSocket(url),
};
