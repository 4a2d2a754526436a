import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '#platform/db/pool.ts';
import { findBinaries } from './binaries.ts';
import { chooseFolder, eraseEmbeddedPostgres } from './choose-folder.ts';
import { keepTemplate } from './keep-template.ts';
import { canUse } from './server-user.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start.ts';
import { type Templates, templateOf } from './template.ts';

const log = pino({ level: 'silent' });
/** Holds one template, made once: it takes seconds. */
let shared: string;
let kept: Required<Templates>;
let folder: string;
const servers: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];
beforeAll(async () => {
  shared = await makeFolder();
  kept = { folder: join(shared, 'templates'), migrations: join(shared, 'migrations') };
  await mkdir(kept.migrations);
  await writeFile(join(kept.migrations, '0001_box.sql'), 'create table box as select 1 as id;');
  await keepTemplate({ ...kept, log });
});
afterAll(() => rm(shared, { recursive: true, force: true }));
beforeEach(async () => {
  folder = await makeFolder();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const server of servers.splice(0)) await server.stop();
  for (const name of await readdir(folder)) await eraseEmbeddedPostgres(join(folder, name));
  await rm(folder, { recursive: true, force: true });
});

async function makeFolder(): Promise<string> {
  const nobody = { uid: 65_534, gid: 65_534 };
  const isShared = process.getuid?.() !== 0 || (await canUse(nobody, tmpdir()));
  const made = await mkdtemp(join(isShared ? tmpdir() : '/var/tmp', 'florin-templates-'));
  await chmod(made, 0o711);
  return made;
}

async function start(name: string, templates: Templates = kept): Promise<EmbeddedPostgres> {
  const options = { home: join(folder, name), log, fsync: false, templates };
  const server = await startEmbeddedPostgres(options);
  servers.push(server);
  return server;
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const { db, close } = openDatabase(url, { log, connectionsMax: 1 });
  return sql
    .raw(statement)
    .execute(db)
    .then(({ rows }) => rows)
    .finally(close);
}

/** Has the program `cp` do something else, for processes that look it up from now on. */
async function replaceCopying(script: string): Promise<void> {
  const programs = join(folder, 'programs');
  await mkdir(programs);
  await writeFile(join(programs, 'cp'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  vi.stubEnv('PATH', `${programs}:/usr/bin:/bin`);
}

it('is what the database of a new sandbox begins with, migrated already', async () => {
  const { url, wasInitialised } = await start('home');
  expect(wasInitialised).toBe(false);
  expect(await query(url, 'select id from box')).toEqual([{ id: 1 }]);
  const applied = await query(url, 'select name from schema_migration');
  expect(applied).toEqual([{ name: '0001_box' }]);
});

it('is read by the user who made it alone', async () => {
  expect((await stat(kept.folder)).mode & 0o077).toBe(0);
});

it('serves two sandboxes that start at once, each with data of its own', async () => {
  const [one, other] = await Promise.all([start('one'), start('other')]);
  await query(one.url, 'update box set id = 2');
  expect(await query(other.url, 'select id from box')).toEqual([{ id: 1 }]);
  expect([one.wasInitialised, other.wasInitialised]).toEqual([false, false]);
});

it('leaves the database of a sandbox alone that has one', async () => {
  const first = await start('home');
  await query(first.url, 'update box set id = 2');
  await first.stop();
  const again = await start('home');
  expect(await query(again.url, 'select id from box')).toEqual([{ id: 2 }]);
});

it('is another one once a migration was added, changed or renamed, or PostgreSQL is another', async () => {
  const binaries = await findBinaries();
  const migrations = join(folder, 'migrations');
  await mkdir(migrations);
  const at = async (version = binaries.version) =>
    await templateOf({ version }, { ...kept, migrations });
  const paths = new Set([await at(), await at('19.0.0')]);
  await copyFile(join(kept.migrations, '0001_box.sql'), join(migrations, '0001_box.sql'));
  expect(await at()).toBe(await templateOf(binaries, kept));
  paths.add(await at());
  await writeFile(join(migrations, '0001_box.sql'), 'create table box as select 2 as id;');
  paths.add(await at());
  await rm(join(migrations, '0001_box.sql'));
  await writeFile(join(migrations, '0001_crate.sql'), 'create table box as select 2 as id;');
  paths.add(await at());
  await writeFile(join(migrations, '0002_lid.sql'), 'create table lid as select 1 as id;');
  paths.add(await at());
  expect(paths.size).toBe(6);
  const server = await start('home', { ...kept, migrations });
  expect(server.wasInitialised).toBe(true);
});

it('is done without where it cannot be copied', async () => {
  await replaceCopying('echo half > "$3/PG_VERSION"; exit 1');
  const server = await start('home');
  expect(server.wasInitialised).toBe(true);
  await expect(query(server.url, 'select id from box')).rejects.toThrow('does not exist');
});

it('is copied anew where the process was killed that copied it', async () => {
  await replaceCopying('echo half > "$3/PG_VERSION"; exec sleep 600');
  const home = join(folder, 'home');
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(fileURLToPath(new URL('./start.ts', import.meta.url)))};
    const quiet = () => undefined;
    const log = { debug: quiet, info: quiet, warn: quiet, error: quiet, fatal: quiet };
    await startEmbeddedPostgres({ home: ${JSON.stringify(home)}, templates: ${JSON.stringify(kept)}, log });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.push(child);
  const draft = join(await parentOf('home'), 'data.draft');
  await expect
    .poll(() => readFile(join(draft, 'PG_VERSION'), 'utf8').catch(() => ''), { timeout: 60_000 })
    .toBe('half\n');
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  vi.unstubAllEnvs();
  const server = await start('home');
  expect(await query(server.url, 'select id from box')).toEqual([{ id: 1 }]);
  expect(await readdir(await parentOf('home'))).not.toContain('data.draft');
});

async function parentOf(name: string): Promise<string> {
  return (await chooseFolder(join(folder, name), await findBinaries())).parent;
}

describe('making one', () => {
  const templates = () => ({ ...kept, folder: join(folder, 'templates') });
  const list = () => readdir(join(folder, 'templates')).then((names) => names.sort());

  it('is done once by two who begin at the same time, and removes what a killed process left', async () => {
    await mkdir(join(folder, 'templates'), { mode: 0o700 });
    await mkdir(join(folder, 'templates', '0123456789abcdef.draft'));
    const both = [keepTemplate({ ...templates(), log }), keepTemplate({ ...templates(), log })];
    await Promise.all(both);
    const names = await list();
    expect(names).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/)]);
    const [name = ''] = names;
    const { ino } = await stat(join(folder, 'templates', name));
    await keepTemplate({ ...templates(), log });
    expect((await stat(join(folder, 'templates', name))).ino).toBe(ino);
  });

  it('leaves nothing where it is ended early, or a migration fails', async () => {
    const before = await temporaries();
    const signal = AbortSignal.abort();
    await expect(keepTemplate({ ...templates(), signal, log })).rejects.toThrow();
    const migrations = join(folder, 'migrations');
    await mkdir(migrations);
    await writeFile(join(migrations, '0001_broken.sql'), 'create nonsense;');
    await expect(keepTemplate({ ...templates(), migrations, log })).rejects.toThrow('nonsense');
    expect(await list()).toEqual([]);
    expect(await temporaries()).toEqual(before);
  });

  async function temporaries(): Promise<string[]> {
    return (await readdir(tmpdir())).filter((name) => name.startsWith('florin-template-'));
  }
});
