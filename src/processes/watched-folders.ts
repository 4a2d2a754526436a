import type { Config } from '#platform/config/config.ts';
import type { WatchedFolder } from '#platform/disk-space.ts';
import { findData } from '#sandbox/database/choose-folder.ts';

/**
 * The folders that this installation keeps data in: those of a sandbox. In production there is none, as all data is in a
 * database whose server is the operator's.
 */
export async function findWatchedFolders({
  mode,
  home,
  databaseUrl,
}: Pick<Config, 'mode' | 'home' | 'databaseUrl'>): Promise<readonly WatchedFolder[]> {
  if (mode === 'production') return [];
  const data = databaseUrl === undefined ? await findData(home) : undefined;
  return [
    { folder: 'home', path: home },
    ...(data === undefined ? [] : [{ folder: 'database', path: data } as const]),
  ];
}
