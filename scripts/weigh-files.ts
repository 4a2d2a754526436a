import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BuiltPage } from '../src/hosts/pages/build-page.ts';
import { importedAtOnce } from '../src/hosts/pages/imported-files.ts';

/** The first script and whatever it imports at once: a part that was split off comes before the first paint too. */
export async function loadedFirst({ folder, script }: BuiltPage): Promise<ReadonlySet<string>> {
  return await importedAtOnce(folder, basename(script));
}

/** What each file of a build weighs, by its name. */
export async function weighAssets({
  folder,
}: Pick<BuiltPage, 'folder'>): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  for (const name of await readdir(join(folder, 'assets'))) {
    const bytes = await readFile(join(folder, 'assets', name));
    sizes.set(name, gzipSync(bytes, { level: 9 }).length);
  }
  return sizes;
}
