import { stat, statfs } from 'node:fs/promises';

/** A folder that an installation keeps data in. */
export interface WatchedFolder {
  readonly folder: 'home' | 'database';
  readonly path: string;
}

/** The space on the disk of a folder. */
export interface DiskSpace {
  readonly folder: WatchedFolder['folder'];
  /** What can still be written without special rights; null where it could not be read. */
  readonly freeBytes: number | null;
  readonly sizeBytes: number | null;
  /** Why it could not be read. */
  readonly error: string | null;
}

/**
 * Reads the space on the disks of folders, each disk once, under the first of its folders. A disk that cannot be read is in
 * the answer with the reason.
 */
export async function measureDisks(
  folders: readonly WatchedFolder[],
): Promise<readonly DiskSpace[]> {
  const measured = await Promise.all(folders.map(measureDisk));
  return measured
    .filter(({ device }, at) => {
      const first = measured.findIndex((one) => one.device === device);
      return device === undefined || first === at;
    })
    .map(({ space }) => space);
}

interface MeasuredDisk {
  /** Undefined where the disk could not be read. */
  readonly device: number | undefined;
  readonly space: DiskSpace;
}

async function measureDisk({ folder, path }: WatchedFolder): Promise<MeasuredDisk> {
  try {
    const [{ dev }, { bavail, blocks, bsize }] = await Promise.all([stat(path), statfs(path)]);
    if (blocks === 0) return unknownDisk(folder, 'it reports no size');
    const [freeBytes, sizeBytes] = [bavail * bsize, blocks * bsize];
    return { device: dev, space: { folder, freeBytes, sizeBytes, error: null } };
  } catch (error) {
    // The message holds the path, which is nobody's business behind the API.
    const hasCode = error instanceof Error && 'code' in error;
    return unknownDisk(folder, hasCode ? String(error.code) : 'it cannot be read');
  }
}

function unknownDisk(folder: WatchedFolder['folder'], error: string): MeasuredDisk {
  return { device: undefined, space: { folder, freeBytes: null, sizeBytes: null, error } };
}
