import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const Package = z.object({ version: z.string() });

let release: Promise<string> | undefined;

/** The version of this release, as its package says. */
export function findRelease(): Promise<string> {
  release ??= readFile(new URL('../../../package.json', import.meta.url), 'utf8').then(
    (text) => Package.parse(JSON.parse(text)).version,
  );
  return release;
}
