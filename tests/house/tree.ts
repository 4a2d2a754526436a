import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The root of the checkout. */
export const root = new URL('../..', import.meta.url).pathname;

/** The files below a folder, as paths from the root, without what tools made. */
export function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .filter((path) => !path.includes('node_modules/') && !path.includes('.generated.'))
    .sort();
}

/** The text of a file, by its path from the root. */
export function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** The folders directly inside a folder. */
export function foldersIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** A file's lines that match, as `path:line text`, so that a failing test says where to look. */
export function linesMatching(paths: readonly string[], pattern: RegExp): string[] {
  return paths.flatMap((path) =>
    textOf(path)
      .split('\n')
      .flatMap((line, i) => (pattern.test(line) ? [`${path}:${i + 1} ${line.trim()}`] : [])),
  );
}
