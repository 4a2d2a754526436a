import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { LEGAL_PATH, LOGO_PATH } from '#modules/orchestrators/index.ts';
import type { Log } from '#platform/log.ts';

/** Far more than a logo or a page of terms needs, and little enough to read whole. */
const FILE_BYTES_MAX = 512 * 1024;

/** Long enough for one payment; a file that is replaced under its name is seen soon. */
const CACHE = 'public, max-age=300';

const PREFIX = '/branding/';

/** What is shown, by the ending of its name. An SVG is a document that may hold script: never. */
const TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.html': 'text/html; charset=utf-8',
};

/**
 * What a partner's file may do: be displayed. It shares the host with the page that opens
 * wallets, so it runs, loads, sends and frames nothing, and has an origin of its own.
 */
const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ');

/** Serves logos and legal pages out of a folder; nothing at all where there is none. */
export function mountBranding(
  app: FastifyInstance,
  { folder, log }: { readonly folder: string | undefined; readonly log: Log },
): void {
  app.get(`${PREFIX}*`, async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const file = folder === undefined ? undefined : await readBrandFile(folder, { path, log });
    if (file === undefined) return reply.callNotFound();
    reply.headers({
      'content-type': TYPES[extname(path).toLowerCase()],
      'cache-control': CACHE,
      'content-security-policy': POLICY,
      etag: file.tag,
    });
    if (request.headers['if-none-match'] === file.tag) return await reply.code(304).send();
    return await reply.send(file.bytes);
  });
}

/** A file by its path on the host; undefined for everything that may not be shown. */
async function readBrandFile(
  folder: string,
  { path, log }: { readonly path: string; readonly log: Log },
): Promise<{ readonly bytes: Buffer; readonly tag: string } | undefined> {
  if (!isBrandPath(path)) return undefined;
  try {
    const root = await realpath(folder).catch((error: unknown) => {
      log.warn({ err: error, folder }, 'the folder of BRANDING_FOLDER cannot be opened');
      throw error;
    });
    const real = await realpath(join(root, path.slice(PREFIX.length)));
    // A link may lead from name to name within the folder, and nowhere else.
    if (!isBrandPath(PREFIX + relative(root, real).split(sep).join('/'))) return undefined;
    return await readFully(real, log);
  } catch (error) {
    if (!isMissing(error)) log.warn({ err: error }, 'a file for the pay page is unreadable');
    return undefined;
  }
}

async function readFully(real: string, log: Log) {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = await open(real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const stat = await file.stat();
    if (!stat.isFile()) return undefined;
    if (stat.size > FILE_BYTES_MAX) {
      const info = { path: real, bytes: stat.size, bytesMax: FILE_BYTES_MAX };
      log.warn(info, 'a file for the pay page is too large');
      return undefined;
    }
    const tag = `"${stat.size.toString(16)}-${Math.floor(stat.mtimeMs).toString(16)}"`;
    return { bytes: await file.readFile(), tag };
  } finally {
    await file.close();
  }
}

function isBrandPath(path: string): boolean {
  return LOGO_PATH.test(path) || LEGAL_PATH.test(path);
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
