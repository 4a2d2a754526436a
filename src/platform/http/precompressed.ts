import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesEtag } from './cacheable.ts';

/** A fourteenth less than quality 9 for the API reference, in half a second of one thread; 11 takes three times as long for a fortieth. */
const BROTLI_QUALITY = 10;

/** A text in every encoding that it is served in. */
export interface Precompressed {
  readonly type: string;
  readonly plain: Buffer;
  readonly gzip: Buffer;
  readonly br: Buffer;
  readonly hash: string;
}

/** Compresses a text once for all who read it; the work is done beside the main thread. */
export async function precompress(text: string, type: string): Promise<Precompressed> {
  const plain = Buffer.from(text);
  const [zipped, br] = await Promise.all([
    promisify(gzip)(plain, { level: 9 }),
    promisify(brotliCompress)(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    }),
  ]);
  const hash = createHash('sha256').update(plain).digest('base64url');
  return { type, plain, gzip: zipped, br, hash };
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** How long a client may use it without a new request. */
  readonly seconds: number;
}

/** Sends the smallest encoding that the reader takes, or 304 without a body where it has this one. */
export function sendPrecompressed(
  body: Precompressed,
  { request, reply, seconds }: Exchange,
): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  // A tag names the bytes, so each encoding has its own.
  const etag = `"${body.hash}-${encoding}"`;
  // Private, because the answer carries the id of one call.
  reply.headers({ 'cache-control': `private, max-age=${seconds}`, etag });
  reply.header('vary', 'Origin, Accept-Encoding');
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (encoding !== 'plain') reply.header('content-encoding', encoding);
  return reply.code(200).header('content-type', body.type).send(body[encoding]);
}

/** The encoding that comes smallest of those that a reader takes; a weight of 0 refuses one. */
export function chooseEncoding(accepted: string | string[] | undefined): 'br' | 'gzip' | 'plain' {
  const taken = String(accepted ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((word) => word.trim()))
    .filter(([, weight = 'q=1']) => Number(weight.replace('q=', '')) > 0)
    .map(([name]) => name);
  if (taken.includes('br')) return 'br';
  return taken.includes('gzip') ? 'gzip' : 'plain';
}
