import type { FastifyReply, FastifyRequest } from 'fastify';
import { elapsedMs } from '#kit/clock.ts';
import { Refusal } from '#kit/failure.ts';

/** Long enough to spare a query per preflight, short enough that a new domain works at once. */
const LISTED_CACHE_MS = 5_000;

/** Callers can send any origin, so the cache of them is bounded. */
const LISTED_CACHE_MAX = 1_000;

/** A scheme, a host name of at most 253 characters and a port. */
export const ORIGIN_CHARS_MAX = 300;

/** Ten minutes: browsers expire it sooner, and the call itself still refuses a removed domain. */
const PREFLIGHT_MAX_AGE_SECONDS = 600;

/** No API key here: one that a page can send would be public. */
const ALLOWED_HEADERS = 'content-type, x-client-id, x-request-id, idempotency-key';

const EXPOSED_HEADERS = [
  'x-request-id',
  'x-correlation-id',
  'retry-after',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'ratelimit-policy',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'idempotent-replayed',
].join(', ');

/** Lets our own pages read every answer, and send their session along. */
export function allowOwnOrigin(
  request: FastifyRequest,
  reply: FastifyReply,
  ownOrigins: readonly string[],
): void {
  const { origin } = request.headers;
  if (origin === undefined || !ownOrigins.includes(origin)) return;
  reply.header('access-control-allow-origin', origin);
  reply.header('access-control-allow-credentials', 'true');
  reply.header('access-control-expose-headers', EXPOSED_HEADERS);
}

/** Lets the page read this answer if its origin is one that the call's own client ID lists. */
export function allowListedOrigin(
  request: FastifyRequest,
  reply: FastifyReply,
  domains: readonly string[],
): void {
  const { origin } = request.headers;
  if (reply.hasHeader('access-control-allow-credentials')) return;
  if (origin !== undefined && domains.includes(origin)) {
    reply.header('access-control-allow-origin', origin);
    reply.header('access-control-expose-headers', EXPOSED_HEADERS);
  } else {
    reply.removeHeader('access-control-allow-origin');
    reply.removeHeader('access-control-expose-headers');
  }
}

/**
 * Returns a preflight. It carries no client ID, so it accepts any origin that an active client ID lists,
 * and our own pages; the call that follows is checked by itself. Refuses (403) other origins.
 */
export async function answerPreflight(
  request: FastifyRequest,
  reply: FastifyReply,
  { isListed, ownOrigins }: KnownOrigins,
): Promise<void> {
  const { origin } = request.headers;
  reply.header('vary', 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers');
  // `null` is the origin of any sandboxed frame, so it is refused.
  const listable = origin !== undefined && origin !== 'null' && origin.length <= ORIGIN_CHARS_MAX;
  const own = listable && ownOrigins.includes(origin);
  if (!own && !(listable && (await isListed(origin)))) {
    throw new Refusal('origin_not_allowed', 403, 'No active client ID lists this origin');
  }
  reply.header('access-control-allow-origin', origin);
  reply.header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE');
  reply.header('access-control-allow-headers', ALLOWED_HEADERS);
  reply.header('access-control-max-age', String(PREFLIGHT_MAX_AGE_SECONDS));
}

/** Which origins are allowed. */
interface KnownOrigins {
  /** Whether any active client ID lists it. */
  readonly isListed: (origin: string) => Promise<boolean>;
  readonly ownOrigins: readonly string[];
}

/**
 * The same check, with at most one query in a few seconds for each origin. The function
 * passed in is called before the query, and may refuse.
 */
export function cachedOriginCheck(
  isOriginListed: (origin: string) => Promise<boolean>,
): (origin: string, beforeAsking: () => void) => Promise<boolean> {
  const known = new Map<string, { listed: boolean; untilMs: number }>();
  return async (origin, beforeAsking) => {
    const remembered = known.get(origin);
    if (remembered !== undefined && remembered.untilMs > elapsedMs()) return remembered.listed;
    beforeAsking();
    const listed = await isOriginListed(origin);
    if (known.size >= LISTED_CACHE_MAX) known.clear();
    known.set(origin, { listed, untilMs: elapsedMs() + LISTED_CACHE_MS });
    return listed;
  };
}
