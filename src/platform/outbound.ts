import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Pool } from 'undici';
import { elapsedMs } from '#kit/clock.ts';
import { Outage } from '#kit/failure.ts';
import { isLoopbackHost } from '#kit/url.ts';

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
/** A lost query to a name server is repeated after this, and fails after 3 s. */
const NAME_TIMEOUT_MS = 1_000;
const NAME_TRIES = 2;

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

/** Sends HTTP requests to hosts that integrators configured. */
export interface Outbound {
  /**
   * Posts a body and answers the status. A redirect is an answer like any other and never followed.
   *
   * Throws `Outage` when nothing answered in time or the address is not allowed; its
   * message is short and safe to show to the integrator.
   */
  post(request: OutboundRequest): Promise<OutboundAnswer>;
  /** Waits for running exchanges and lets go of every connection. */
  close(): Promise<void>;
}

interface OutboundOptions {
  /** Whether hosts on private and special networks are allowed. */
  readonly privateAddresses: 'refuse' | 'allow';
  /** The name server where private addresses are refused: `address:port`, else the system's. */
  readonly nameServers?: readonly string[];
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
  const running = new Set<Promise<unknown>>();
  const resolver = openResolver(options);
  const poolOf = (origin: string) => {
    const pool = pools.get(origin) ?? makePool(origin, resolver);
    pools.delete(origin);
    pools.set(origin, pool);
    for (const [oldest, idle] of pools) {
      if (pools.size <= ORIGINS_MAX) break;
      pools.delete(oldest);
      // It still finishes what it has begun; a failure rejects the caller's promise.
      idle.close().catch(() => undefined);
    }
    return pool;
  };
  return {
    post: async (request) => {
      const start = elapsedMs();
      const url = parseUrl(request.url);
      if (options.privateAddresses === 'refuse') refuseUnasked(url.hostname);
      const exchanged = exchange(poolOf(url.origin), url, request);
      running.add(exchanged);
      try {
        return { ...(await exchanged), durationMs: Math.round(elapsedMs() - start) };
      } finally {
        running.delete(exchanged);
      }
    },
    close: async () => {
      await Promise.allSettled(running);
      const open = [...pools.values()];
      pools.clear();
      // No caller waits any more for a connection that is still being made.
      await Promise.all(open.map((pool) => pool.destroy()));
      resolver?.cancel();
    },
  };
}

function makePool(origin: string, resolver: Resolver | undefined): Pool {
  const guarded = resolver === undefined ? {} : { lookup: publicLookup(resolver) };
  return new Pool(origin, {
    connections: CONNECTIONS_PER_ORIGIN_MAX,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    // The exchange as a whole has a timeout; these would only add a second limit.
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
  // Not `AbortSignal.timeout`, which would keep each finished exchange in memory until its timeout.
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), request.timeoutMs);
  const { signal } = timeout;
  try {
    const answered = pool.request({
      method: 'POST',
      path: `${url.pathname}${url.search}`,
      headers: request.headers,
      body: request.body,
      signal,
    });
    const { statusCode, body } = await Promise.race([answered, endOf(signal)]);
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

/** Rejects at the timeout: a request without a connection learns of the abort only when it has one. */
function endOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/**
 * Reads an answer to its end or its cap, and keeps its beginning. What is left of a longer one is
 * dropped together with its connection; one that breaks off still has its status.
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
  // As a stream, so that a character cut in the middle is left out; no text column holds NUL.
  return new TextDecoder().decode(Buffer.concat(kept), { stream: true }).replaceAll('\0', '');
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new Outage('the address is not an http or https URL');
  }
  return url;
}

/**
 * Queries name servers itself. The system's own look-up blocks one of four threads for as long as a
 * server is silent, so a few names of one account would delay all webhooks.
 */
function openResolver(options: OutboundOptions): Resolver | undefined {
  if (options.privateAddresses === 'allow') return undefined;
  const resolver = new Resolver({ timeout: NAME_TIMEOUT_MS, tries: NAME_TRIES });
  if (options.nameServers !== undefined) resolver.setServers([...options.nameServers]);
  return resolver;
}

/** The addresses of a name, but only if all of them are public. */
function publicLookup(resolver: Resolver): LookupFunction {
  return (hostname, options, callback) => {
    addressesOf(resolver, hostname).then(
      (addresses) => {
        const [first] = addresses;
        // One private address among public ones is how a check of the first alone is got around.
        if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address))) {
          callback(new Outage(NOT_PUBLIC), '');
        } else if (options.all === true) {
          callback(null, addresses);
        } else {
          callback(null, first.address, first.family);
        }
      },
      (error: Error) => callback(error, ''),
    );
  };
}

/** Both kinds of addresses of a name; one kind is enough. */
async function addressesOf(resolver: Resolver, hostname: string): Promise<LookupAddress[]> {
  const [four, six] = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ]);
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
  return [
    ...(four.status === 'rejected' ? [] : four.value.map((address) => ({ address, family: 4 }))),
    ...(six.status === 'rejected' ? [] : six.value.map((address) => ({ address, family: 6 }))),
  ];
}

const NOT_PUBLIC = 'the host has an address that is not public';

/** Hosts that need no name server are checked here: addresses, and names of this machine. */
function refuseUnasked(hostname: string): void {
  if (isLoopbackHost(hostname)) throw new Outage(NOT_PUBLIC);
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
