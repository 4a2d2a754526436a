import { createHash } from 'node:crypto';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Refusal } from '#kit/failure.ts';
import { lockHome } from '#platform/lock-home.ts';
import { type Binaries, copyBinaries, linkLibraries } from './binaries.ts';
import { canReach, chooseServerUser, type ServerUser } from './server-user.ts';

/** Where everybody can walk to, and what survives a restart of the machine. */
export const SHARED_FOLDER = '/var/tmp';
/** Others may walk through, but see and write nothing. */
const WALK_THROUGH = 0o711;

/** Where the server's data and programs are, and who runs it. */
export interface DataFolder {
  /** The data folder of PostgreSQL; made by `initdb`. */
  readonly data: string;
  /** The folder that holds the data folder; ours, so that we can put a finished one there. */
  readonly parent: string;
  readonly programs: string;
  /** Undefined when it is the user who runs Florin. */
  readonly user: ServerUser | undefined;
}

/**
 * Chooses where an embedded server runs: its data in the data folder of Florin and its programs
 * where npm put them. Where the user that the server must run as cannot reach one of them, or where
 * the library links cannot be made, that one stands under `/var/tmp/florin-<hash of the home>`.
 */
export async function chooseFolder(home: string, binaries: Binaries): Promise<DataFolder> {
  await mkdir(home, { recursive: true, mode: WALK_THROUGH });
  const user = await chooseServerUser();
  const parent = await chooseParent(home, user);
  await mkdir(parent, { recursive: true });
  // The mask of this process may have closed a new folder to the server's user.
  await chmod(parent, WALK_THROUGH);
  return {
    data: join(parent, 'data'),
    parent,
    programs: await choosePrograms(home, binaries, user),
    user,
  };
}

/**
 * Removes the data of an embedded server and what was copied for it. Refuses in words while the
 * server runs.
 */
export async function eraseEmbeddedPostgres(home: string): Promise<void> {
  for (const folder of [join(home, 'postgres'), await sharedFolderOf(home)]) {
    const found = await lstat(folder).catch(() => undefined);
    if (found?.isDirectory() !== true || found.uid !== process.getuid?.()) continue;
    const unlock = await lockHome(home, { lockIn: folder });
    await rm(folder, { recursive: true, force: true });
    await unlock();
  }
  await rm(join(home, MARKER), { force: true });
}

/** The data folder of a home's server where there is one. Makes and changes nothing. */
export async function findData(home: string): Promise<string | undefined> {
  const elsewhere = await readFile(join(home, MARKER), 'utf8').catch(() => '');
  const parents = [join(home, 'postgres'), elsewhere.trim()].filter((folder) => folder !== '');
  for (const parent of parents) {
    const data = join(parent, 'data');
    if (await exists(data)) return data;
  }
  return undefined;
}

/** Data stays where it was made, whatever became of the folders around it since. */
async function chooseParent(home: string, user: ServerUser | undefined): Promise<string> {
  const inside = join(home, 'postgres');
  const reachesHome = user === undefined || (await canReach(user, home));
  if (await exists(join(inside, 'data'))) {
    if (reachesHome) return inside;
    throw new Refusal(
      'unreachable_database',
      409,
      `The database in ${inside} runs as another user than root, who cannot walk to it any more: allow that with \`chmod o+x\` on ${home} and the folders above it.`,
    );
  }
  const elsewhere = user !== undefined && (await exists(join(home, MARKER)));
  return reachesHome && !elsewhere ? inside : claimShared(home);
}

async function choosePrograms(
  home: string,
  binaries: Binaries,
  user: ServerUser | undefined,
): Promise<string> {
  const usable = user === undefined || (await canReach(user, binaries.folder));
  if (usable && (await linkLibraries(binaries.folder))) return binaries.folder;
  return copyBinaries(binaries, await makeShared(home));
}

async function sharedFolderOf(home: string): Promise<string> {
  // A home that was removed already has no real path left; what it was called is the next best.
  const real = await realpath(home).catch(() => resolve(home));
  const hash = createHash('sha256').update(real).digest('hex').slice(0, 16);
  return join(SHARED_FOLDER, `florin-${hash}`);
}

/** In a home: says where its database is instead. In a shared folder: says whose it is. */
const MARKER = 'postgres-elsewhere';

/**
 * The shared folder for the data of a home. A home without the marker is a new one, so data that
 * stands there already belonged to an earlier home of that name which was removed.
 */
async function claimShared(home: string): Promise<string> {
  const folder = await makeShared(home);
  const marker = join(home, MARKER);
  if (!(await exists(marker))) {
    await rm(join(folder, 'data'), { recursive: true, force: true });
    await writeFile(marker, `${folder}\n`);
  }
  await removeAbandoned();
  return folder;
}

/** Homes in the system's temp folder come and go; what stands elsewhere for them goes with them. */
async function removeAbandoned(): Promise<void> {
  const names = (await readdir(SHARED_FOLDER)).filter((name) => /^florin-[0-9a-f]{16}$/.test(name));
  for (const folder of names.map((name) => join(SHARED_FOLDER, name))) {
    const { uid } = await lstat(folder).catch(() => ({ uid: undefined }));
    if (uid !== process.getuid?.()) continue;
    const home = await readFile(join(folder, MARKER), 'utf8').catch(() => undefined);
    const temporary = home?.startsWith(`${await realpath(tmpdir())}/`) === true;
    if (home === undefined || !temporary || (await exists(home.trim()))) continue;
    await rm(folder, { recursive: true, force: true });
  }
}

function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** Anybody may write to the shared folder, so what stands there already must be ours alone. */
async function makeShared(home: string): Promise<string> {
  const folder = await sharedFolderOf(home);
  await mkdir(folder, { mode: WALK_THROUGH }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const found = await lstat(folder);
  const writableByOthers = (found.mode & 0o022) !== 0;
  if (!found.isDirectory() || found.uid !== process.getuid?.() || writableByOthers) {
    throw new Refusal(
      'foreign_folder',
      409,
      `${folder} belongs to somebody else, and the database would have to live there: remove it, or set FLORIN_HOME to a folder that every user may walk to.`,
    );
  }
  await chmod(folder, WALK_THROUGH);
  await writeFile(join(folder, MARKER), `${await realpath(home)}\n`);
  return folder;
}

/** Makes an empty folder that only the server's user can open. */
export async function makePrivate(folder: string, user: ServerUser | undefined): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  if (user !== undefined) await chown(folder, user.uid, user.gid);
}
