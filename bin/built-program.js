import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Where built programs are, below the root of the repository. */
const FOLDER = 'dist/program';

/** The folder of the program that is built from the sources as they are now: another one for each state of them. */
export function programFolder(root) {
  const hash = createHash('sha256');
  const sources = readdirSync(join(root, 'src'), { recursive: true })
    .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
    .sort()
    .map((name) => join(root, 'src', name));
  // The lockfile stands for the packages in it. Absolute, as the program finds files beside its sources.
  for (const file of [...sources, join(root, 'package-lock.json')]) {
    const { mtimeMs, size } = statSync(file);
    hash.update(`${file} ${mtimeMs} ${size}\n`);
  }
  return join(root, FOLDER, hash.digest('hex').slice(0, 16));
}

/** The file that starts the built program; undefined where it was not built, or a source has changed since. */
export function builtProgram(root) {
  if (!existsSync(join(root, FOLDER))) return undefined;
  const file = join(programFolder(root), 'main.mjs');
  return existsSync(file) ? file : undefined;
}
