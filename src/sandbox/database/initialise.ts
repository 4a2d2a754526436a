import { execFile } from 'node:child_process';
import { lstat, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Outage, Refusal } from '#kit/failure.ts';
import type { Log } from '#platform/log.ts';
import type { Binaries } from './binaries.ts';
import { type DataFolder, makePrivate } from './choose-folder.ts';
import { copyData, hasTemplate, type Templates, templateOf, touchTemplate } from './template.ts';

/** `initdb` takes half a second, and more than a minute was seen on two cores at a load of 35. */
const INITDB_TIMEOUT_MS = 180_000;

/** What the programs see of our environment: nothing, so that no PG* setting leaks in. */
export const SERVER_ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' };

/** The only database user: who can open the socket's folder is trusted. */
export const DATABASE_USER = 'florin';

interface InitialiseOptions {
  readonly fsync: boolean;
  /** What a new data folder is copied from, where it is there. */
  readonly templates?: Templates | undefined;
  readonly log: Log;
}

/**
 * Makes the data folder where there is none, whole or not at all, and refuses one that this
 * PostgreSQL cannot open. Returns whether an empty one was made, for want of a template.
 */
export async function initialise(
  dataFolder: DataFolder,
  binaries: Binaries,
  options: InitialiseOptions,
): Promise<boolean> {
  const found = await lstat(dataFolder.data).catch(missing);
  if (found === undefined) return await make(dataFolder, binaries, options);
  const expected = dataFolder.user?.uid ?? process.getuid?.();
  if (found.uid !== expected) {
    throw new Refusal(
      'foreign_database',
      409,
      `The database in ${dataFolder.data} belongs to user ${found.uid}, but the server would run as user ${expected}: start Florin as the user who made it, or start afresh with \`npm run reset\`.`,
    );
  }
  const version = (await readFile(join(dataFolder.data, 'PG_VERSION'), 'utf8')).trim();
  if (version === binaries.major) return false;
  throw new Refusal(
    'other_postgres_version',
    409,
    `The database in ${dataFolder.data} was made by PostgreSQL ${version}, and this Florin brings version ${binaries.major}: start the Florin that made it, or start afresh with \`npm run reset\`.`,
  );
}

async function make(
  dataFolder: DataFolder,
  binaries: Binaries,
  { fsync, templates, log }: InitialiseOptions,
): Promise<boolean> {
  const draft = join(dataFolder.parent, 'data.draft');
  const template = templates && (await templateOf(binaries, templates));
  const isCopied =
    template !== undefined &&
    (await hasTemplate(template)) &&
    (await copyTemplate(dataFolder, { template, draft, fsync, log }));
  if (!isCopied) await runInitdb(dataFolder, draft, fsync);
  await rename(draft, dataFolder.data);
  return !isCopied;
}

interface Copied {
  readonly template: string;
  readonly draft: string;
  readonly fsync: boolean;
  readonly log: Log;
}

/** False where the template cannot be read, as one of another user, is removed just now, or takes too long. */
async function copyTemplate(
  { user }: DataFolder,
  { template, draft, fsync, log }: Copied,
): Promise<boolean> {
  await makePrivate(draft, user);
  try {
    await touchTemplate(template);
    await copyData(template, draft, { user, fsync });
    return true;
  } catch (error) {
    log.warn({ err: error, template }, 'a database could not be copied; making one takes longer');
    return false;
  }
}

async function runInitdb(dataFolder: DataFolder, draft: string, fsync: boolean): Promise<void> {
  await makePrivate(draft, dataFolder.user);
  const flags = ['-D', draft, '-U', DATABASE_USER, '-A', 'trust', '-E', 'UTF8', '--locale=C'];
  const run = promisify(execFile)(
    join(dataFolder.programs, 'bin', 'initdb'),
    fsync ? flags : [...flags, '--no-sync'],
    { cwd: '/', env: SERVER_ENVIRONMENT, timeout: INITDB_TIMEOUT_MS, ...dataFolder.user },
  );
  await run.catch((error: Error) => {
    throw new Outage(`the database could not be made: ${error.message}`, { cause: error });
  });
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
