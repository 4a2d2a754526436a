import { Refusal } from '#kit/failure.ts';
import type { Config } from '#platform/config/config.ts';
import { findFolderProblem, type WatchedFolder } from '#platform/disk-space.ts';
import { findData } from '#sandbox/database/choose-folder.ts';

/**
 * The folders that this installation keeps data in, as far as this process reaches them: those of a sandbox, and the one that
 * `DATABASE_FOLDER` names of a database whose server is the operator's.
 */
export function watchedFoldersOf({
  mode,
  home,
  databaseUrl,
  databaseFolder,
}: Pick<Config, 'mode' | 'home' | 'databaseUrl' | 'databaseFolder'>): readonly WatchedFolder[] {
  const folders: WatchedFolder[] = [];
  if (mode === 'sandbox') folders.push({ folder: 'home', findPath: async () => home });
  if (databaseFolder !== undefined) {
    folders.push({ folder: 'database', findPath: async () => databaseFolder });
  } else if (mode === 'sandbox' && databaseUrl === undefined) {
    folders.push({ folder: 'database', findPath: () => findData(home) });
  }
  return folders;
}

/** Throws a `Refusal` where `DATABASE_FOLDER` names no folder that is there. A disk that does not answer is none. */
export async function checkDatabaseFolder({
  databaseFolder,
}: Pick<Config, 'databaseFolder'>): Promise<void> {
  if (databaseFolder === undefined) return;
  const problem = await findFolderProblem(databaseFolder);
  if (problem === undefined) return;
  throw new Refusal(
    'database_folder_unusable',
    400,
    `DATABASE_FOLDER is ${databaseFolder}, whose disk cannot be watched (${problem}): name a folder on the disk of the database, or leave it out where this machine has none.`,
  );
}
