import { chmod, lstat, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
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

/** Templates of other migrations stay for a month after their last use: somebody may work on two branches. */
const OLD_MS = 30 * 24 * 60 * 60 * 1_000;

interface TemplateParts extends Templates {
  /** Ends it early; nothing of it is left then. */
  readonly signal?: AbortSignal;
  readonly log: Log;
}

/**
 * Makes the template for new databases unless it is there, or another process makes it just now. It gets its name once
 * it is whole, unless the migrations were changed meanwhile.
 */
export async function makeTemplate({ signal, log, ...templates }: TemplateParts): Promise<void> {
  const binaries = await findBinaries();
  const template = await templateOf(binaries, templates);
  if (await hasTemplate(template)) return;
  // What is in it belongs to no user but us.
  await mkdir(templates.folder, { recursive: true, mode: 0o700 });
  const unlock = await lockHome(templates.folder).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });
  if (unlock === undefined) return;
  try {
    await removeOthers(templates.folder, { except: template, log });
    await removeAbandoned(log);
    const draft = await mkdtemp(`${template}.draft-`);
    try {
      await makeData(draft, { ...templates, signal, log });
      // The migrations were read twice: for the name, and to apply them.
      if ((await templateOf(binaries, templates)) === template) await rename(draft, template);
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  } finally {
    await unlock();
  }
}

type MakeParts = Pick<TemplateParts, 'migrations' | 'log'> &
  Record<'signal', AbortSignal | undefined>;

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
async function removeOthers(
  folder: string,
  { except, log }: { readonly except: string; readonly log: Log },
): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (path === except || !/^[0-9a-f]{16}(\..+)?$/.test(name)) continue;
    await tolerate(log, async () => {
      const isTemplate = !name.includes('.');
      const { mtimeMs } = await lstat(path);
      if (isTemplate && systemClock().getTime() - mtimeMs <= OLD_MS) return;
      // A start that copies it just now then fails to, rather than finding a part of it.
      const aside = isTemplate ? await mkdtemp(`${path}.old-`) : path;
      if (isTemplate) await rename(path, aside);
      await rm(aside, { recursive: true, force: true });
    });
  }
}

/** Removes where killed processes of this user ran their servers, which have ended by themselves. */
async function removeAbandoned(log: Log): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = /^florin-template-(\d+)-/.exec(name)?.[1];
    if (pid === undefined) continue;
    const path = join(tmpdir(), name);
    await tolerate(log, async () => {
      const isOurs = (await lstat(path)).uid === process.getuid?.();
      if (!isOurs || (await startOf(Number(pid))) !== undefined) return;
      await rm(path, { recursive: true, force: true });
    });
  }
}

/** What cannot be removed stays, and is no reason not to make a template. */
async function tolerate(log: Log, remove: () => Promise<void>): Promise<void> {
  await remove().catch((error: unknown) => {
    log.debug({ err: error }, 'what another process left could not be removed');
  });
}
