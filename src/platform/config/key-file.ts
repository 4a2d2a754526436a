import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemRandom } from '#kit/secret.ts';

/** A key of a sandbox in its data folder. */
interface KeyFile<Key> {
  readonly home: string;
  readonly name: string;
  /** Makes the text of a new key. */
  readonly make: () => string;
  /** Reads a stored text; throws where it holds no key. */
  readonly read: (text: string, path: string) => Key;
}

/** The key in a file that only its owner can read; created at the first start, never replaced. */
export async function loadOrCreateKeyFile<Key>({
  home,
  name,
  make,
  read,
}: KeyFile<Key>): Promise<Key> {
  const path = join(home, name);
  const stored = await readText(path);
  if (stored !== undefined) return read(stored, path);
  await mkdir(home, { recursive: true, mode: 0o711 });
  const text = make();
  const draft = `${path}.${systemRandom(8).toString('hex')}`;
  await writeFile(draft, `${text}\n`, { mode: 0o600 });
  try {
    await link(draft, path);
    return read(text, path);
  } catch (error) {
    // Another process created the file first; values that it encrypted need its key.
    const made = await readText(path);
    if (made === undefined) throw error;
    return read(made, path);
  } finally {
    await rm(draft, { force: true });
  }
}

async function readText(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  return text?.trim();
}
