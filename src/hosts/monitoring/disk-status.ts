import type { DiskSpace } from '#platform/disk-space.ts';

/** The space on a disk where the installation keeps its data. */
export interface DiskStatus extends DiskSpace {
  /** Unknown where the disk could not be read. */
  readonly state: 'well' | 'low' | 'almost_full' | 'unknown';
}

/** Free space is short below both: a tenth of a large disk lasts for long, and a small disk may be meant to be small. */
interface Shortage {
  readonly share: number;
  readonly bytes: number;
}

const GIGABYTE = 1_000_000_000;

/** Time enough to make room in working hours. */
const LOW: Shortage = { share: 0.1, bytes: 5 * GIGABYTE };

/** PostgreSQL writes its log in files of 16 MB, and a sandbox some hundred MB on a busy day. */
const ALMOST_FULL: Shortage = { share: 0.05, bytes: GIGABYTE };

/** What operators see of a disk. */
export function diskStatus(space: DiskSpace): DiskStatus {
  return { ...space, state: stateOf(space) };
}

function stateOf({ freeBytes, sizeBytes }: DiskSpace): DiskStatus['state'] {
  if (freeBytes === null || sizeBytes === null) return 'unknown';
  const isBelow = ({ share, bytes }: Shortage) =>
    freeBytes < bytes && freeBytes < share * sizeBytes;
  if (isBelow(ALMOST_FULL)) return 'almost_full';
  return isBelow(LOW) ? 'low' : 'well';
}

const NAMES = { home: 'the data folder', database: 'the database' } as const;

/** How much of a disk is free, in words. */
export function describeDisk({ folder, freeBytes, sizeBytes, error }: DiskStatus): string {
  const name = `Disk of ${NAMES[folder]}`;
  if (freeBytes === null || sizeBytes === null) {
    return `${name}: its free space is not known (${error})`;
  }
  const percent = Math.floor((freeBytes / sizeBytes) * 100);
  return `${name}: ${inGigabytes(freeBytes)} of ${inGigabytes(sizeBytes)} free (${percent} %)`;
}

const inGigabytes = (bytes: number) => `${(bytes / GIGABYTE).toFixed(1)} GB`;
