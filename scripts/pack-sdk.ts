import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { COMPILER } from './compiler.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const Manifest = z.looseObject({ exports: z.record(z.string(), z.string()) });

/**
 * Makes the receivers' kit as it would be published, in a folder and as a tarball beside it: Node
 * strips no types below node_modules, so what is installed elsewhere must be JavaScript. Returns the
 * path of the tarball.
 */
export function packSdk(into: string): string {
  const folder = join(into, 'florin-sdk');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const outDir = join(folder, 'dist');
  run(COMPILER, '-p', join(root, 'sdk/tsconfig.build.json'), '--outDir', outDir);
  for (const name of ['README.md', 'vectors.json']) {
    copyFileSync(join(root, 'sdk', name), join(folder, name));
  }
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  const {
    private: _private,
    devDependencies: _tools,
    ...manifest
  } = Manifest.parse(JSON.parse(readFileSync(join(root, 'sdk/package.json'), 'utf8')));
  const exports = Object.fromEntries(
    Object.entries(manifest.exports).map(([entry, source]) => {
      const built = source.replace(/^\.\/src\/(.+)\.ts$/, './dist/$1');
      return [entry, { types: `${built}.d.ts`, default: `${built}.js` }];
    }),
  );
  const text = JSON.stringify({ ...manifest, exports }, null, 2);
  writeFileSync(join(folder, 'package.json'), `${text}\n`);
  const name = run('npm', 'pack', folder, '--pack-destination', into, '--silent').trim();
  return join(into, name);
}

function run(program: string, ...argv: readonly string[]): string {
  return execFileSync(program, argv, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

if (import.meta.main) process.stdout.write(`${packSdk(join(root, 'dist'))}\n`);
