import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { chooseEncoding } from '#platform/http/precompressed.ts';

/** What every document of a page begins with. */
const DOCUMENT = '<!doctype html>';

/** A document is made for one person and is compressed while they wait: from the next quality on that takes several times as long. */
const QUALITY = 4;

/**
 * Compresses the documents of a host's pages. Nothing but documents: whoever makes a person's browser load one has to know the secret in its
 * address, and nobody can add a guess to an answer that has another's secret in it.
 */
export function compressDocuments(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || !payload.startsWith(DOCUMENT)) return payload;
    const { vary } = reply.getHeaders();
    reply.header('vary', [vary, 'Accept-Encoding'].filter(Boolean).join(', '));
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    if (encoding === 'plain') return payload;
    reply.header('content-encoding', encoding);
    if (encoding === 'br') {
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      };
      return await promisify(brotliCompress)(payload, { params });
    }
    return await promisify(gzip)(payload);
  });
}
