import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { within } from '#kit/within.ts';

/** A folder that an installation keeps data in. */
export interface WatchedFolder {
  readonly folder: 'home' | 'database';
  /** Returns its path; undefined while there is none. */
  readonly findPath: () => Promise<string | undefined>;
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

/** What `df` says of the file system of a path. */
interface FileSystem {
  readonly mount: string;
  readonly freeBytes: number;
  readonly sizeBytes: number;
}

/** Why there is no answer. */
interface Unread {
  readonly error: string;
}

interface DiskOptions {
  /** Reads the file system of a path; what it began should end soon after the signal. */
  readonly read?: (path: string, signal: AbortSignal) => Promise<FileSystem | Unread>;
  readonly limitMs?: number;
}

/** Disks of a machine answer in some milliseconds; a file system of a network that is away may never answer. */
const LIMIT_MS = 2_000;

const NO_ANSWER = 'it does not answer';
const UNREADABLE = 'it cannot be read';

/**
 * Returns what reads the space on the disks of folders, each disk once, under the first of its folders. A disk that cannot be
 * read, or does not answer in time, is in the answer with the reason.
 */
export function watchDisks(
  folders: readonly WatchedFolder[],
  { read = readFileSystem, limitMs = LIMIT_MS }: DiskOptions = {},
): () => Promise<readonly DiskSpace[]> {
  const disks = folders.map((folder) => watchDisk(folder, { read, limitMs }));
  return async () => {
    const measured = (await Promise.all(disks.map((measure) => measure()))).flat();
    return measured
      .filter(({ mount }, at) => {
        const first = measured.findIndex((one) => one.mount === mount);
        return mount === undefined || first === at;
      })
      .map(({ space }) => space);
  };
}

interface MeasuredDisk {
  /** Undefined where the disk could not be read. */
  readonly mount: string | undefined;
  readonly space: DiskSpace;
}

/** One that has not answered is not read again before it did, so that what hangs does not become more. */
function watchDisk({ folder, findPath }: WatchedFolder, { read, limitMs }: Required<DiskOptions>) {
  const unknown = (error: string): readonly MeasuredDisk[] => [
    { mount: undefined, space: { folder, freeBytes: null, sizeBytes: null, error } },
  ];
  const measure = async (signal: AbortSignal): Promise<readonly MeasuredDisk[]> => {
    try {
      const path = await findPath();
      if (path === undefined) return [];
      const found = await read(path, signal);
      if ('error' in found) return unknown(found.error);
      const { mount, freeBytes, sizeBytes } = found;
      return [{ mount, space: { folder, freeBytes, sizeBytes, error: null } }];
    } catch {
      // The message may hold the path, which is nobody's business behind the API.
      return unknown(UNREADABLE);
    }
  };
  let isHanging = false;
  return async () => {
    if (isHanging) return unknown(NO_ANSWER);
    const controller = new AbortController();
    const measuring = measure(controller.signal);
    return await within(limitMs, measuring, () => {
      isHanging = true;
      controller.abort();
      void measuring.then(() => {
        isHanging = false;
      });
      return unknown(NO_ANSWER);
    });
  };
}

/**
 * Reads the file system of a path by a process of its own: `statfs` of one that hangs would hold a thread of this process,
 * which could not even exit then.
 */
export async function readFileSystem(
  path: string,
  signal: AbortSignal,
  program = 'df',
): Promise<FileSystem | Unread> {
  const running = promisify(execFile)(program, ['-P', '-k', resolve(path)], {
    killSignal: 'SIGKILL',
    signal,
  });
  const { child } = running;
  // One that cannot even be killed must not keep this process from its end.
  child.unref();
  try {
    const { stdout } = await running;
    return parseFileSystem(stdout);
  } catch (error) {
    const hasEnded =
      child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
    if (!hasEnded) await once(child, 'exit');
    return { error: reasonOf(error) };
  }
}

/** Returns what the last line of the portable output of `df` says. */
function parseFileSystem(output: string): FileSystem | Unread {
  const line = output.trimEnd().split('\n').at(-1) ?? '';
  const [, size, free, mount] = /\s(\d+)\s+-?\d+\s+(-?\d+)\s+\S+\s+(\/.*)$/.exec(line) ?? [];
  if (mount === undefined || Number(size) === 0) return { error: 'it reports no size' };
  // Less than nothing is free where only the reserve of the system is left.
  const freeBytes = Math.max(0, Number(free)) * 1_024;
  return { mount, freeBytes, sizeBytes: Number(size) * 1_024 };
}

/** In English; in other languages the disk is unread all the same. */
const REASONS = [
  'No such file or directory',
  'Not a directory',
  'Permission denied',
  'Stale file handle',
  'Input/output error',
];

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return UNREADABLE;
  if ('code' in error && error.code === 'ENOENT') return 'there is no df on this machine';
  const said = 'stderr' in error ? String(error.stderr).trimEnd() : '';
  return REASONS.find((one) => said.endsWith(`: ${one}`)) ?? UNREADABLE;
}

/** Returns why a path is no folder whose disk can be watched; undefined where it is one, or does not answer. */
export async function findFolderProblem(path: string): Promise<string | undefined> {
  const measure = watchDisks([{ folder: 'database', findPath: async () => path }]);
  const [disk] = await measure();
  if (disk?.error === NO_ANSWER) return undefined;
  if (disk === undefined || disk.error !== null) return disk?.error ?? NO_ANSWER;
  // It has answered just now.
  return (await stat(path)).isDirectory() ? undefined : 'it is a file';
}
