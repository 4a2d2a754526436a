import { describe, expect, it } from 'vitest';
import { describeDisk, diskStatus } from './disk-status.ts';

const GIGABYTE = 1_000_000_000;

const diskOf = (free: number, size: number) =>
  diskStatus({
    folder: 'home',
    freeBytes: free * GIGABYTE,
    sizeBytes: size * GIGABYTE,
    error: null,
  });

describe('a disk', () => {
  it.each([
    ['well', 5, 100],
    ['low', 4.999, 100],
    ['well', 2, 20],
    ['low', 1.999, 20],
    ['low', 1, 100],
    ['almost_full', 0.999, 100],
    ['low', 0.5, 10],
    ['almost_full', 0.499, 10],
    ['well', 0.5, 2],
    ['almost_full', 0, 2],
  ])('is %s with %d GB of %d GB free', (state, free, size) => {
    expect(diskOf(free, size).state).toBe(state);
  });

  it('is unknown, and described with the reason, where it cannot be read', () => {
    const unread = { folder: 'database', freeBytes: null, sizeBytes: null } as const;
    const status = diskStatus({ ...unread, error: 'ENOENT' });
    expect(status.state).toBe('unknown');
    expect(describeDisk(status)).toBe('Disk of the database: its free space is not known (ENOENT)');
  });

  it('is described by what is free, never more than there is', () => {
    expect(describeDisk(diskOf(0.999, 100))).toBe(
      'Disk of the data folder: 1.0 GB of 100.0 GB free (0 %)',
    );
  });
});
