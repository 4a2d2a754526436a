import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '#kit/clock.ts';
import { invariant, Refusal } from '#kit/failure.ts';
import { migrate } from '#platform/db/migrate.ts';
import { openDatabase } from '#platform/db/pool.ts';
import { lockHome } from '#platform/lock-home.ts';
import type { Log } from '#platform/log.ts';
import { startOf } from '#platform/process-table.ts';
import { findBinaries } from './binaries.ts';
import { eraseEmbeddedPostgres, findData } from './choose-folder.ts';
import { startEmbeddedPostgres } from './start.ts';
import { copyData, hasTemplate, type Templates, templateOf } from './template.ts';

/** Templates of other migrations are kept for a month: somebody may work on two branches. */
const OLD_MS = 30 * 24 * 60 * 60 * 1_000;

interface KeepParts extends Templates {
  /** Ends it early; nothing of it is left then. */
  readonly signal?: AbortSignal;
  readonly log: Log;
}

/**
 * Makes the template for new databases unless it is there, or another process makes it just now. It gets its name once
 * it is whole.
 */
export async function keepTemplate({ signal, log, ...templates }: KeepParts): Promise<void> {
  const template = await templateOf(await findBinaries(), templates);
  if (await hasTemplate(template)) return;
  // What is in it belongs to no user but us.
  await mkdir(templates.folder, { recursive: true, mode: 0o700 });
  const unlock = await lockHome(templates.folder).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });
  if (unlock === undefined) return;
  try {
    await removeOthers(templates.folder, template);
    await removeAbandoned();
    const draft = `${template}.draft`;
    await mkdir(draft, { mode: 0o700 });
    try {
      await makeData(draft, { ...templates, signal, log });
      await rename(draft, template);
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  } finally {
    await unlock();
  }
}

type MakeParts = Pick<KeepParts, 'migrations' | 'log'> & Record<'signal', AbortSignal | undefined>;

/** Fills a folder with the data of a server that was migrated and shut down. */
async function makeData(draft: string, { migrations, signal, log }: MakeParts): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), `florin-template-${process.pid}-`));
  try {
    // The user that the server runs as must be able to walk in.
    await chmod(home, 0o711);
    const server = await startEmbeddedPostgres({ home, log, fsync: false });
    const { db, close } = openDatabase(server.url, { log, connectionsMax: 1 });
    const end = () => server.stop();
    signal?.addEventListener('abort', end);
    try {
      signal?.throwIfAborted();
      await migrate(db, migrations === undefined ? {} : { folder: migrations }).finally(close);
    } finally {
      await server.stop();
    }
    signal?.throwIfAborted();
    const data = await findData(home);
    invariant(data !== undefined, 'a server has data');
    // A name must never stand for files that a power cut emptied.
    await copyData(data, draft, { fsync: true });
  } finally {
    await eraseEmbeddedPostgres(home);
    await rm(home, { recursive: true, force: true });
  }
}

/** Removes what a killed process left unfinished, and what is old. The caller holds the lock of the folder. */
async function removeOthers(folder: string, kept: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const one = join(folder, name);
    if (one === kept || !/^[0-9a-f]{16}(\.draft)?$/.test(name)) continue;
    const { mtimeMs } = await stat(one);
    const isOld = systemClock().getTime() - mtimeMs > OLD_MS;
    if (isOld || name.endsWith('.draft')) await rm(one, { recursive: true, force: true });
  }
}

/** Removes where killed processes ran their servers, which have ended by themselves. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = /^florin-template-(\d+)-/.exec(name)?.[1];
    if (pid === undefined || (await startOf(Number(pid))) !== undefined) continue;
    await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
}
