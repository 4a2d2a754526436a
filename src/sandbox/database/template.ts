import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { systemClock } from '#kit/clock.ts';
import { Outage } from '#kit/failure.ts';
import { within } from '#kit/within.ts';
import { readMigrations } from '#platform/db/read-migrations.ts';
import type { Binaries } from './binaries.ts';
import type { ServerUser } from './server-user.ts';

/** Where templates are kept for all sandboxes of an installation: beside the pages that it built. */
export const TEMPLATES_FOLDER = fileURLToPath(new URL('../../../dist/database', import.meta.url));

/** Changes where data folders are made in another way. */
const FORMAT = '1';

/** Which templates there are, and of what. */
export interface Templates {
  /** The folder that holds them. */
  readonly folder: string;
  /** Another folder of migrations than this release's own. */
  readonly migrations?: string;
}

/**
 * The path of the template for new databases: a data folder that was migrated and shut down. Another one for each
 * version of PostgreSQL, kind of machine and state of the migrations. What stands there is whole.
 */
export async function templateOf(
  { version }: Pick<Binaries, 'version'>,
  { folder, migrations }: Templates,
): Promise<string> {
  const hash = createHash('sha256');
  hash.update(`${FORMAT} ${version} ${process.platform} ${process.arch}\n`);
  for (const { name, checksum } of await readMigrations(migrations)) {
    hash.update(`${name} ${checksum}\n`);
  }
  return join(folder, hash.digest('hex').slice(0, 16));
}

/** Whether there is a template at a path. */
export function hasTemplate(template: string): Promise<boolean> {
  return lstat(template).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** Marks a template as used just now: one that was not used for long is removed. */
export async function touchTemplate(template: string): Promise<void> {
  const now = systemClock();
  // It may be on a disk that nothing can be written to.
  await utimes(template, now, now).catch(() => undefined);
}

/** Copying takes less than a second; much more on a disk that others fill. */
const COPY_TIMEOUT_MS = 60_000;

interface CopyOptions {
  /** The user that the server runs as; undefined is this one. */
  readonly user?: ServerUser | undefined;
  /** Whether the copy survives a power cut from then on. */
  readonly fsync: boolean;
  /** How long each step may take. */
  readonly timeoutMs?: number;
}

/** Copies what is in a data folder, whose server was shut down, into an empty one. */
export async function copyData(
  from: string,
  to: string,
  { user, fsync, timeoutMs = COPY_TIMEOUT_MS }: CopyOptions,
): Promise<void> {
  // Two thousand files: far quicker than copying them from here, and than writing each of them to the disk.
  await run('cp', ['-R', `${from}/.`, to], timeoutMs);
  if (user !== undefined) await run('chown', ['-R', `${user.uid}:${user.gid}`, to], timeoutMs);
  if (fsync) await run('sync', ['-f', to], timeoutMs);
}

async function run(program: string, parameters: string[], timeoutMs: number): Promise<void> {
  const options = { timeout: timeoutMs, killSignal: 'SIGKILL' } as const;
  const running = promisify(execFile)(program, parameters, options);
  // A program that waits for the disk ends only once the disk answers; it does nothing more then.
  await within(timeoutMs, running, () => {
    throw new Outage(`${program} took longer than ${timeoutMs / 1_000} s`);
  });
}
