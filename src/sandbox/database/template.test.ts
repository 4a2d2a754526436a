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
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '#platform/db/pool.ts';
import { findBinaries } from './binaries.ts';
import { chooseFolder, eraseEmbeddedPostgres } from './choose-folder.ts';
import { makeTemplate } from './make-template.ts';
import { canUse } from './server-user.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start.ts';
import { copyData, type Templates, templateOf } from './template.ts';

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
  await makeTemplate({ ...kept, log });
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

/** Has a program do something else, for processes that look it up from now on. */
async function replaceProgram(name: string, script: string): Promise<void> {
  const programs = join(folder, 'programs');
  await mkdir(programs);
  await writeFile(join(programs, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
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
  await replaceProgram('cp', 'echo half > "$3/PG_VERSION"; exit 1');
  const server = await start('home');
  expect(server.wasInitialised).toBe(true);
  await expect(query(server.url, 'select id from box')).rejects.toThrow('does not exist');
});

it.each(['cp', 'sync'])('is not waited for where %s does not end', async (program) => {
  await replaceProgram(program, 'exec sleep 600');
  const options = { fsync: true, timeoutMs: 1_000 };
  const to = join(folder, 'copy');
  await mkdir(to);
  await expect(copyData(kept.migrations, to, options)).rejects.toThrow();
});

it('is marked as used by whoever copies it', async () => {
  const template = await templateOf(await findBinaries(), kept);
  await utimes(template, 1, 1);
  await start('home');
  expect((await stat(template)).mtimeMs).toBeGreaterThan(1_000);
});

it('is copied anew where the process was killed that copied it', async () => {
  await replaceProgram('cp', 'echo half > "$3/PG_VERSION"; exec sleep 600');
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

  it('is done once by two who begin at the same time, and removes what a killed process left and what is old', async () => {
    await mkdir(join(folder, 'templates'), { mode: 0o700 });
    await mkdir(join(folder, 'templates', '0123456789abcdef.draft-killed'));
    const [old, recent] = ['aaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbb'] as const;
    for (const name of [old, recent])
      await mkdir(join(folder, 'templates', name, 'base'), { recursive: true });
    await utimes(join(folder, 'templates', old), 1, 1);
    const temporary = join(folder, 'temporary');
    // No process has this number.
    await mkdir(join(temporary, 'florin-template-4194305-killed'), { recursive: true });
    await chmod(temporary, 0o711);
    vi.stubEnv('TMPDIR', temporary);
    const both = [makeTemplate({ ...templates(), log }), makeTemplate({ ...templates(), log })];
    await Promise.all(both);
    const names = await list();
    const name = basename(await templateOf(await findBinaries(), templates()));
    expect(names).toEqual([name, recent].sort());
    expect(await readdir(temporary)).toEqual([]);
    const { ino } = await stat(join(folder, 'templates', name));
    await makeTemplate({ ...templates(), log });
    expect((await stat(join(folder, 'templates', name))).ino).toBe(ino);
  });

  it('leaves nothing where a migration fails', async () => {
    const before = await temporaries();
    const migrations = join(folder, 'migrations');
    await mkdir(migrations);
    await writeFile(join(migrations, '0001_broken.sql'), 'create nonsense;');
    await expect(makeTemplate({ ...templates(), migrations, log })).rejects.toThrow('nonsense');
    expect(await list()).toEqual([]);
    expect(await temporaries()).toEqual(before);
  });

  it('leaves nothing where it is ended during the migrations', async () => {
    const before = await temporaries();
    const migrations = join(folder, 'migrations');
    await mkdir(migrations);
    const open = join(folder, 'open');
    await mkdir(open);
    // The server may run as another user.
    await chmod(open, 0o777);
    await writeFile(
      join(migrations, '0001_slow.sql'),
      `copy (select 1) to '${open}/begun'; select pg_sleep(600);`,
    );
    const stopping = new AbortController();
    const making = makeTemplate({ ...templates(), migrations, signal: stopping.signal, log });
    const ended = expect(making).rejects.toThrow();
    await expect.poll(() => readdir(open), { timeout: 60_000 }).toEqual(['begun']);
    stopping.abort();
    await ended;
    expect(await list()).toEqual([]);
    expect(await temporaries()).toEqual(before);
  });

  it('makes none of migrations that are changed meanwhile', async () => {
    const migrations = join(folder, 'migrations');
    await mkdir(migrations);
    await writeFile(join(migrations, '0001_box.sql'), 'create table box as select 1 as id;');
    const lid = join(migrations, '0002_lid.sql');
    await replaceProgram('cp', `echo 'select 1;' > ${lid}; exec /bin/cp "$@"`);
    await makeTemplate({ ...templates(), migrations, log });
    expect(await list()).toEqual([]);
  });

  async function temporaries(): Promise<string[]> {
    return (await readdir(tmpdir())).filter((name) => name.startsWith('florin-template-'));
  }
});
