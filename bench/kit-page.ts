import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { ensurePeers } from './ensure-peers.ts';

/** A page on the usual wallet kit for React, served as the pay host serves its own; disposing ends that. */
interface KitPage extends AsyncDisposable {
  readonly url: string;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Builds the page for production into a folder of its own, and serves it compressed. */
export async function openKitPage(): Promise<KitPage> {
  const root = await ensurePeers('page-peers');
  const outDir = await mkdtemp(join(tmpdir(), 'florin-bench-kit-'));
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    build: { outDir, emptyOutDir: true, reportCompressedSize: false },
  });
  const files = new Map<string, File>([
    ['/', await compress(join(outDir, 'index.html'))],
    ...(await filesOf(outDir)),
  ]);
  await rm(outDir, { recursive: true });
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '');
    if (file === undefined) {
      response.writeHead(404).end();
      return;
    }
    const encoding = /\bbr\b/.test(String(request.headers['accept-encoding'])) ? 'br' : 'gzip';
    response
      .writeHead(200, { 'content-type': file.type, 'content-encoding': encoding })
      .end(file[encoding]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface File {
  readonly type: string;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

async function filesOf(folder: string): Promise<readonly (readonly [string, File])[]> {
  const names = await readdir(join(folder, 'assets'));
  return await Promise.all(
    names.map(
      async (name) => [`/assets/${name}`, await compress(join(folder, 'assets', name))] as const,
    ),
  );
}

async function compress(path: string): Promise<File> {
  const plain = await readFile(path);
  return {
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    br: brotliCompressSync(plain),
    gzip: gzipSync(plain, { level: 9 }),
  };
}
