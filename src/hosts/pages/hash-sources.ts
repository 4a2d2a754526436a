import { createHash } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

interface Sources {
  /** The folder that all of them are in; it ends with a slash. */
  readonly root: string;
  /** Files and folders below it. */
  readonly paths: readonly string[];
  /** Whether a file below these paths, as seen from the root, is one of the sources. */
  readonly isSource: (path: string) => boolean;
  /** What the hash is of beside the sources. */
  readonly format: string;
  /** A file that holds the hash of the last time, and what the sources looked like then. */
  readonly memory: string;
}

/**
 * A hash of the content of sources; undefined where no `main.tsx` is among them, as in a shipped image. They are read
 * only where one of them was changed, added or removed since the last time: that takes half a second of each start.
 */
export async function hashSources(sources: Sources): Promise<string | undefined> {
  const { root, paths, isSource, format, memory } = sources;
  const files = paths
    .flatMap((path) => listFiles(root, path))
    .filter((file) => !file.includes('.test.') && isSource(file))
    .sort();
  if (!files.some((file) => file.endsWith('main.tsx'))) return undefined;
  const state = createHash('sha256').update(format);
  for (const file of files) {
    // The time of change of the file's entry as well: nobody can set it back.
    const { size, mtimeMs, ctimeMs, ino } = lstatSync(join(root, file));
    state.update(`${root}${file} ${size} ${mtimeMs} ${ctimeMs} ${ino}\n`);
  }
  const stamp = state.digest('hex');
  const [known, remembered] = (await readFile(memory, 'utf8').catch(() => '')).split(' ');
  if (known === stamp && remembered !== undefined) return remembered;
  const hash = createHash('sha256').update(format);
  for (const file of files) hash.update(file).update(await readFile(join(root, file)));
  const found = hash.digest('hex').slice(0, 16);
  await remember(memory, `${stamp} ${found}`);
  return found;
}

function listFiles(root: string, path: string): string[] {
  const kind = lstatSync(join(root, path), { throwIfNoEntry: false });
  if (kind === undefined) return [];
  if (kind.isFile()) return [path];
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length));
}

/** How many drafts this process wrote: two hosts that start together may remember the same. */
let drafts = 0;

/** Whole or not at all. Where it cannot be written, the sources are read again at the next start. */
async function remember(memory: string, text: string): Promise<void> {
  drafts += 1;
  const draft = `${memory}.${process.pid}.${drafts}`;
  try {
    await mkdir(dirname(memory), { recursive: true });
    await writeFile(draft, text);
    await rename(draft, memory);
  } catch {
    await rm(draft, { force: true }).catch(() => undefined);
  }
}
