import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Asset } from '../pages/assets.ts';

/** A stylesheet and the path it is served under. */
export interface StyleAsset {
  readonly path: string;
  readonly asset: Asset;
}

/** A stylesheet of a page that no build makes; its path holds a hash as every asset's does. */
export function styleAsset(name: string, text: string): StyleAsset {
  const plain = Buffer.from(text);
  const hash = createHash('sha256').update(plain).digest('hex').slice(0, 8);
  return {
    path: `/assets/${name}-${hash}.css`,
    asset: {
      type: 'text/css; charset=utf-8',
      plain,
      gzip: gzipSync(plain),
      br: brotliCompressSync(plain),
    },
  };
}
