import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What an endpoint with `cacheSeconds` has written. */
interface CacheableAnswer {
  readonly text: string;
  /** How long a caller may use it without a new request. */
  readonly seconds: number;
}

/**Sends an answer that callers may cache, or 304 without a body if they have it already.
 * Sends an answer that callers may keep, or 304 without a body where they have it already.
 *
 * It is `private` although its body is the same for everybody, because it carries the
 * headers of one call: its id, what is left of its caller's rate, the origin that may read it.
 */
export function sendCacheable(
  { text, seconds }: CacheableAnswer,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  reply.headers({ 'cache-control': `private, max-age=${seconds}`, etag });
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.code(200).header('content-type', 'application/json; charset=utf-8').send(text);
}

/** Whether a reader has this answer already. Compared weakly, as RFC 9110 has it for reads: proxies that compress mark a tag as weak. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
