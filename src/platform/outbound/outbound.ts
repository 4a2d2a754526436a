import type { Pool } from 'undici';
import { elapsedMs } from '#kit/clock.ts';
import { Outage } from '#kit/failure.ts';
import { type Meter, silentMeter } from '../metrics.ts';
import { type AddressGuard, openAddressGuard } from './address-guard.ts';
import {
  BodyTooLong,
  exchange,
  type HttpRequest,
  type HttpResponse,
  readText,
  TimedOut,
} from './exchange.ts';
import { openPool } from './open-pool.ts';

/** A receiver answers with a few bytes; the rest after this is not read. */
const ANSWER_BYTES_MAX = 64 * 1024;
/** How much of it is kept, for the delivery log. */
const EXCERPT_BYTES_MAX = 4 * 1024;
/** Callers bound what one endpoint gets; this is for the sum of endpoints that share an origin. */
const CONNECTIONS_PER_ORIGIN_MAX = 64;
/** How many origins keep their connections; the least recently used ones are closed. */
const ORIGINS_MAX = 256;
const KEEP_ALIVE_MS = 10_000;
/** A connection that was not made by then is not made: as long as a receiver has for its answer. */
const CONNECT_TIMEOUT_MS = 5_000;

/** What every exchange names. */
interface Addressed {
  /** What the metrics call the other side: one of few words of ours, never a host. */
  readonly destination: string;
  /** `http:` or `https:`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** For the whole exchange: resolving, connecting, sending, and reading the answer. */
  readonly timeoutMs: number;
}

interface OutboundPost extends Addressed {
  readonly body: string;
}

/** What came back, whatever its status. */
interface OutboundAnswer {
  readonly status: number;
  readonly durationMs: number;
  /** The beginning of its body as text, without what no text may hold; often empty. */
  readonly excerpt: string;
}

/** A request of which the whole response is wanted. */
interface OutboundRequest extends Addressed {
  readonly method: HttpRequest['method'];
  /** Null sends none. */
  readonly body: string | null;
  /** How long the response may be, decompressed. */
  readonly bytesMax: number;
}

/** A whole response, whatever its status. */
export interface OutboundResponse {
  readonly status: number;
  readonly headers: HttpResponse['headers'];
  readonly text: string;
}

/** Posts to receivers, whose answer is of interest only for its status. */
export interface OutboundPoster {
  /**
   * Posts a body and returns the status. A redirect is an answer like any other and never followed.
   *
   * Throws `Outage` when nothing answered in time or the address is not allowed; its
   * message is short and safe to show to the integrator.
   */
  post(request: OutboundPost): Promise<OutboundAnswer>;
}

/** Sends HTTP requests to hosts that integrators configured, and to other services. */
export interface Outbound extends OutboundPoster {
  /**
   * Sends a request and reads the whole response, which may be compressed by gzip. Throws `Outage` as `post`
   * does, and when the response breaks off or is longer than `bytesMax`.
   */
  request(request: OutboundRequest): Promise<OutboundResponse>;
  /** Waits for running exchanges and lets go of every connection. */
  close(): Promise<void>;
}

interface OutboundOptions {
  /** Whether hosts on private and special networks are allowed. */
  readonly privateAddresses: 'refuse' | 'allow';
  /** The name server where private addresses are refused: `address:port`, else the system's. */
  readonly nameServers?: readonly string[];
  /** Stores nothing by default. */
  readonly meter?: Meter;
}

/**
 * Opens the one way out to hosts that other people name. Proxy settings of the environment are not
 * used, because a proxy would resolve names itself and the check of addresses would mean nothing.
 *
 * With `refuse`, every address that a name resolves to must be public at the moment of connecting.
 * Not covered: public addresses that a firewall of ours routes inwards, and what a receiver does.
 */
export function openOutbound({
  privateAddresses,
  nameServers,
  meter = silentMeter,
}: OutboundOptions): Outbound {
  const guard = privateAddresses === 'refuse' ? openAddressGuard(nameServers) : undefined;
  const pools = openPools(guard);
  const running = new Set<Promise<unknown>>();
  const run = async <Answer extends { readonly status: number }>(
    request: Addressed & Pick<HttpRequest, 'method' | 'body'>,
    read: (response: HttpResponse, signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer & { readonly durationMs: number }> => {
    const { destination, method, headers, body, timeoutMs } = request;
    const start = elapsedMs();
    const url = parseUrl(request.url);
    guard?.checkHost(url.hostname);
    const path = `${url.pathname}${url.search}`;
    const sent = { method, path, headers, body };
    const exchanged = exchange(pools.of(url.origin), sent, { timeoutMs, read });
    running.add(exchanged);
    let outcome = 'failed';
    try {
      const answer = await exchanged;
      outcome = `${Math.floor(answer.status / 100)}xx`;
      return { ...answer, durationMs: Math.round(elapsedMs() - start) };
    } catch (error) {
      if (error instanceof TimedOut) outcome = 'timed_out';
      throw outageOf(error);
    } finally {
      running.delete(exchanged);
      const seconds = (elapsedMs() - start) / 1_000;
      meter.observe('outbound_request_seconds', { destination, outcome }, seconds);
    }
  };
  return {
    post: (request) => run({ ...request, method: 'POST' }, readExcerpt),
    request: (request) =>
      run(request, async (response) => ({
        status: response.statusCode,
        headers: response.headers,
        text: await readText(response, request.bytesMax),
      })),
    close: async () => {
      await Promise.allSettled(running);
      await pools.destroy();
      guard?.close();
    },
  };
}

/** The connections to each origin; those least recently used give way. */
function openPools(guard: AddressGuard | undefined) {
  const pools = new Map<string, Pool>();
  return {
    of: (origin: string): Pool => {
      const pool = pools.get(origin) ?? openGuarded(origin, guard);
      pools.delete(origin);
      pools.set(origin, pool);
      for (const [oldest, idle] of pools) {
        if (pools.size <= ORIGINS_MAX) break;
        pools.delete(oldest);
        // It still finishes what it has begun; a failure rejects the caller's promise.
        idle.close().catch(() => undefined);
      }
      return pool;
    },
    destroy: async () => {
      const open = [...pools.values()];
      pools.clear();
      // No caller waits any more for a connection that is still being made.
      await Promise.all(open.map((pool) => pool.destroy()));
    },
  };
}

function openGuarded(origin: string, guard: AddressGuard | undefined): Pool {
  const guarded = guard === undefined ? {} : { lookup: guard.lookup };
  return openPool(origin, {
    connections: CONNECTIONS_PER_ORIGIN_MAX,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    // The exchange as a whole has a timeout; these would only add a second limit.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: CONNECT_TIMEOUT_MS, ...guarded },
  });
}

/**
 * Reads an answer to its end or its cap, and keeps its beginning. What is left of a longer one is
 * dropped together with its connection; one that breaks off still has its status.
 */
async function readExcerpt(
  { statusCode, body }: { readonly statusCode: number; readonly body: AsyncIterable<Uint8Array> },
  signal: AbortSignal,
): Promise<Omit<OutboundAnswer, 'durationMs'>> {
  const kept: Uint8Array[] = [];
  let read = 0;
  try {
    for await (const chunk of body) {
      if (read < EXCERPT_BYTES_MAX) kept.push(chunk.subarray(0, EXCERPT_BYTES_MAX - read));
      read += chunk.byteLength;
      if (read >= ANSWER_BYTES_MAX) break;
    }
  } catch (error) {
    if (signal.aborted) throw error;
  }
  // As a stream, so that a character cut in the middle is left out; no text column holds NUL.
  const text = new TextDecoder().decode(Buffer.concat(kept), { stream: true });
  return { status: statusCode, excerpt: text.replaceAll('\0', '') };
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new Outage('the address is not an http or https URL');
  }
  return url;
}

function outageOf(error: unknown): Outage {
  if (error instanceof Outage) return error;
  if (error instanceof TimedOut || error instanceof BodyTooLong) {
    return new Outage(error.message, { cause: error });
  }
  return new Outage(`no answer: ${reasonOf(error)}`, { cause: error });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown failure';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.message;
}
