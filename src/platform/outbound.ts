import { lookup as resolveName } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Pool } from 'undici';
import { elapsedMs } from '#kit/clock.ts';
import { Outage } from '#kit/failure.ts';

/** A receiver answers with a few bytes; what goes on after this is not read. */
const ANSWER_BYTES_MAX = 64 * 1024;
/** How much of it is kept, for people who ask what a receiver said. */
const EXCERPT_BYTES_MAX = 4 * 1024;
/** Callers bound what one endpoint gets; this is for the sum of endpoints that share an origin. */
const CONNECTIONS_PER_ORIGIN_MAX = 64;
/** How many origins keep their connections; the least recently used one gives way. */
const ORIGINS_MAX = 256;
const KEEP_ALIVE_MS = 10_000;
/** A connection that was not made by then is not made; the caller's own timeout may be shorter. */
const CONNECT_TIMEOUT_MS = 10_000;

interface OutboundRequest {
  /** `http:` or `https:`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** For the whole exchange: resolving, connecting, sending, and reading the answer. */
  readonly timeoutMs: number;
}

/** What came back, whatever its status. */
interface OutboundAnswer {
  readonly status: number;
  readonly durationMs: number;
  /** The beginning of its body as text, without what no text may hold; often empty. */
  readonly excerpt: string;
}

/** Speaks HTTP to hosts that other people named. */
export interface Outbound {
  /**
   * Posts a body and answers the status. A redirect is an answer like any other and never followed.
   *
   * Throws `Outage` when nothing answered in time or the address is one we do not speak to; its
   * message is short and safe to show to whoever named the host.
   */
  post(request: OutboundRequest): Promise<OutboundAnswer>;
  /** Waits for running exchanges and lets go of every connection. */
  close(): Promise<void>;
}

interface OutboundOptions {
  /** Whether hosts on private and special networks are spoken to. */
  readonly privateAddresses: 'refuse' | 'allow';
}

/**
 * Opens the one way out to hosts that other people name. Proxy settings of the environment are not
 * used, because a proxy would resolve names itself and the check of addresses would mean nothing.
 *
 * With `refuse`, every address that a name resolves to must be public at the moment of connecting.
 * Not covered: public addresses that a firewall of ours routes inwards, and what a receiver does.
 */
export function openOutbound(options: OutboundOptions): Outbound {
  const pools = new Map<string, Pool>();
  const poolOf = (origin: string) => {
    const pool = pools.get(origin) ?? makePool(origin, options);
    pools.delete(origin);
    pools.set(origin, pool);
    for (const [oldest, idle] of pools) {
      if (pools.size <= ORIGINS_MAX) break;
      pools.delete(oldest);
      // It still finishes what it has begun; what then fails is told to whoever waits for it.
      idle.close().catch(() => undefined);
    }
    return pool;
  };
  return {
    post: async (request) => {
      const start = elapsedMs();
      const url = parseUrl(request.url);
      if (options.privateAddresses === 'refuse') refuseLiteral(url.hostname);
      const answer = await exchange(poolOf(url.origin), url, request);
      return { ...answer, durationMs: Math.round(elapsedMs() - start) };
    },
    close: async () => {
      const open = [...pools.values()];
      pools.clear();
      await Promise.all(open.map((pool) => pool.close()));
    },
  };
}

function makePool(origin: string, options: OutboundOptions): Pool {
  const guarded = options.privateAddresses === 'refuse' ? { lookup: publicLookup } : {};
  return new Pool(origin, {
    connections: CONNECTIONS_PER_ORIGIN_MAX,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    // The exchange as a whole has a timeout; these would only add a second truth.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: CONNECT_TIMEOUT_MS, ...guarded },
  });
}

async function exchange(
  pool: Pool,
  url: URL,
  request: OutboundRequest,
): Promise<Omit<OutboundAnswer, 'durationMs'>> {
  // Not `AbortSignal.timeout`, which would hold on to each finished exchange until its time is over.
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), request.timeoutMs);
  const { signal } = timeout;
  try {
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: `${url.pathname}${url.search}`,
      headers: request.headers,
      body: request.body,
      signal,
    });
    return { status: statusCode, excerpt: await readExcerpt(body, signal) };
  } catch (error) {
    if (error instanceof Outage) throw error;
    if (signal.aborted)
      throw new Outage(`no answer within ${request.timeoutMs} ms`, { cause: error });
    throw new Outage(`no answer: ${reasonOf(error)}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Reads an answer to its end or its cap, and keeps its beginning. What is left of a longer one is
 * dropped together with its connection; one that breaks off has said its status all the same.
 */
async function readExcerpt(body: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<string> {
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
  // As a stream, so that a letter which the cut goes through is left out; no text column holds NUL.
  return new TextDecoder().decode(Buffer.concat(kept), { stream: true }).replaceAll('\0', '');
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new Outage('the address is not an http or https URL');
  }
  return url;
}

/** A name that the system's resolver knows, but only if all of its addresses are public. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolveName(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, '');
    const [first] = addresses;
    // One private address among public ones is how a check of the first alone is got around.
    if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address))) {
      return callback(new Outage(NOT_PUBLIC), '');
    }
    if (options.all === true) return callback(null, addresses);
    callback(null, first.address, first.family);
  });
};

const NOT_PUBLIC = 'the host has an address that is not public';

/** A host that is an address is never looked up, so it is checked by itself. */
function refuseLiteral(hostname: string): void {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  if (ipaddr.isValid(address) && !isPublicAddress(address)) throw new Outage(NOT_PUBLIC);
}

/** Global unicast: all that the numbering authority gives out in IPv6. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Public by its number, yet the machine's own platform agent in one large cloud. */
const CLOUD_AGENTS = new Set(['168.63.129.16']);

/**
 * Whether an address is an ordinary one of the public internet. Everything special is not: private,
 * loopback, link-local (cloud metadata), shared by carriers, unique local, multicast, reserved, and
 * the IPv6 forms that carry an IPv4 address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast' || CLOUD_AGENTS.has(address.toString())) return false;
  return !(address instanceof ipaddr.IPv6) || address.match(GLOBAL_IPV6);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown failure';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.message;
}
