import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Outage } from '#kit/failure.ts';

/** A built script and whatever it imports at once, by their names among the assets of a build. */
export async function importedAtOnce(folder: string, name: string): Promise<ReadonlySet<string>> {
  const found = new Set([name]);
  for (const one of found) {
    const text = await readFile(join(folder, 'assets', one), 'utf8');
    for (const [, imported = ''] of text.matchAll(/\bfrom\s*"\.\/([^"]+)"/g)) found.add(imported);
  }
  return found;
}

/** The script of a part that is loaded later, by what the builder called it before the hash of what is in it. */
export async function fileOfPart(folder: string, part: string): Promise<string> {
  const names = await readdir(join(folder, 'assets'));
  const isOfPart = (name: string) => /^-[\w-]{8}\.js$/.test(name.slice(part.length));
  const [name, ...others] = names.filter((one) => one.startsWith(part) && isOfPart(one));
  if (name === undefined || others.length > 0) throw new Outage(`The build has no one ${part}.`);
  return name;
}
