import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyReply } from 'fastify';
import { Bug } from '#kit/failure.ts';
import { chooseEncoding } from '#platform/http/precompressed.ts';
import type { BuiltPage } from './build-page.ts';

/** A file for browsers, compressed when the page was built. */
export interface Asset {
  readonly type: string;
  readonly plain: Buffer;
  readonly gzip: Buffer;
  readonly br: Buffer;
  /** How long it is kept, where its name stays the same when it changes. */
  readonly cache?: string;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Names of assets hold a hash of what is in them, so they may be kept for good. */
const ASSET_CACHE = 'public, max-age=31536000, immutable';

/** What a host answers for a path that it does not know. */
export const NOT_FOUND = { statusCode: 404, message: 'Nothing is here', error: 'Not Found' };

/** Where the files of a build are served; they name each other by what is behind it. */
export const ASSETS = '/assets/';

/** The files of a build for browsers, by path, such as `/assets/main-x.js`: nothing is read from disk while people wait. */
export async function loadAssets(
  { folder }: Pick<BuiltPage, 'folder'>,
  servedAt: string = ASSETS,
): Promise<ReadonlyMap<string, Asset>> {
  const names = await readdir(join(folder, 'assets'));
  const assets = await Promise.all(
    names.map(async (name) => [`${servedAt}${name}`, await loadAsset(folder, name)] as const),
  );
  return new Map(assets);
}

async function loadAsset(folder: string, name: string): Promise<Asset> {
  const [plain, zipped, br] = await Promise.all([
    readFile(join(folder, 'assets', name)),
    readFile(join(folder, 'compressed', `${name}.gz`)),
    readFile(join(folder, 'compressed', `${name}.br`)),
  ]);
  return { type: TYPES[extname(name)] ?? 'application/octet-stream', plain, gzip: zipped, br };
}

/** The text of a page's style sheet, which its document carries. */
export function styleOf(assets: ReadonlyMap<string, Asset>, path: string): string {
  const asset = assets.get(path);
  if (asset === undefined) throw new Bug('the page build has no style sheet');
  return asset.plain.toString('utf8');
}

/** Sends a file in the best encoding that the browser takes. */
export async function sendAsset(
  reply: FastifyReply,
  asset: Asset | undefined,
  accepted: string | string[] | undefined,
): Promise<FastifyReply> {
  if (asset === undefined) return await reply.code(404).send(NOT_FOUND);
  reply.headers({
    'content-type': asset.type,
    'cache-control': asset.cache ?? ASSET_CACHE,
    vary: 'Accept-Encoding',
  });
  const encoding = chooseEncoding(accepted);
  if (encoding !== 'plain') reply.header('content-encoding', encoding);
  return await reply.send(asset[encoding]);
}
