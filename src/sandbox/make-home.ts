import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { Refusal } from '#kit/failure.ts';

/**
 * Makes the data folder where it is missing. Refuses in one sentence what cannot be a data folder:
 * a file, a place on a read-only disk, a folder of somebody else.
 */
export async function makeHome(home: string): Promise<void> {
  try {
    // Others may pass through to what they own, as the database's user must, but not look around.
    await mkdir(home, { recursive: true, mode: 0o711 });
    await access(home, constants.W_OK);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const reason = REASONS.get(code);
    if (reason === undefined) throw error;
    throw new Refusal(
      'home_unusable',
      400,
      `The data folder ${home} cannot be used, because ${reason}: choose another one with FLORIN_HOME.`,
    );
  }
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ['EEXIST', 'a file of that name is there'],
  ['ENOTDIR', 'a part of its path is a file'],
  ['EACCES', 'this user may not write there'],
  ['EPERM', 'this user may not write there'],
  ['EROFS', 'its disk is read-only'],
  ['ENOSPC', 'its disk is full'],
  ['ENAMETOOLONG', 'its path is too long'],
]);
