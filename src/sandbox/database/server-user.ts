import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Who the database server runs as, where it may not be the user that runs Florin. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/** The number of `nobody` wherever the user list does not say otherwise. */
const NOBODY: ServerUser = { uid: 65_534, gid: 65_534 };

/** PostgreSQL refuses to run as root: then `nobody`, otherwise undefined, which is ourselves. */
export async function chooseServerUser(): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const found = /^nobody:[^:]*:(\d+):(\d+):/m.exec(users);
  return found === null ? NOBODY : { uid: Number(found[1]), gid: Number(found[2]) };
}

/** Whether a user may walk down to a folder that exists, judged by the mode of each on the way. */
export async function canReach(user: ServerUser, folder: string): Promise<boolean> {
  for (let path = await realpath(folder); ; path = dirname(path)) {
    const { mode, uid, gid } = await stat(path);
    if (!maySearch(mode, { uid, gid }, user)) return false;
    if (path === dirname(path)) return true;
  }
}

const OWNER_SEARCH = 0o100;
const GROUP_SEARCH = 0o010;
const OTHERS_SEARCH = 0o001;

function maySearch(mode: number, owner: ServerUser, user: ServerUser): boolean {
  if (owner.uid === user.uid) return (mode & OWNER_SEARCH) !== 0;
  if (owner.gid === user.gid) return (mode & GROUP_SEARCH) !== 0;
  return (mode & OTHERS_SEARCH) !== 0;
}

const OWNER_WRITE = 0o200;
const OTHERS_WRITE = 0o002;

/** Whether a user can reach a folder, and make and remove folders of its own in it. */
export async function canUse(user: ServerUser, folder: string): Promise<boolean> {
  const { mode, uid } = await stat(folder);
  const mayWrite = (mode & (uid === user.uid ? OWNER_WRITE : OTHERS_WRITE)) !== 0;
  return mayWrite && (await canReach(user, folder));
}
