import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Where built programs are, below the root of the repository. */
const FOLDER = 'dist/program';

/** The folder of the program that is built from the sources as they are now: another one for each state of them. */
export function programFolder(root) {
  const hash = createHash('sha256');
  const sources = listSources(join(root, 'src')).sort();
  // The lockfile stands for the packages in it. Absolute, as the program finds files beside its sources.
  for (const file of [...sources, join(root, 'package-lock.json')]) {
    const { mtimeMs, size } = statSync(file);
    hash.update(`${file} ${mtimeMs} ${size}\n`);
  }
  return join(root, FOLDER, hash.digest('hex').slice(0, 16));
}

/** By folder, as Node's own recursion takes three times as long: it looks at each file to see whether it is a folder. */
function listSources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return listSources(path);
    return entry.name.endsWith('.ts') && !entry.name.includes('.test.') ? [path] : [];
  });
}

/** The file that starts the built program; undefined where it was not built, or a source has changed since. */
export function builtProgram(root) {
  if (!existsSync(join(root, FOLDER))) return undefined;
  const file = join(programFolder(root), 'main.mjs');
  return existsSync(file) ? file : undefined;
}
