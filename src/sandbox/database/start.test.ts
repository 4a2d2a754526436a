import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '#platform/db/pool.ts';
import { commandOf, startOf } from '#platform/process-table.ts';
import { findBinaries } from './binaries.ts';
import { chooseFolder, eraseEmbeddedPostgres } from './choose-folder.ts';
import { canUse } from './server-user.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start.ts';

const log = pino({ level: 'silent' });
const isRoot = process.getuid?.() === 0;
let folder: string;
let home: string;
const children: ChildProcess[] = [];
const servers: EmbeddedPostgres[] = [];
/** A home that has its database, as to make one for each test takes a second of processor time. */
let keptFolder: string;
beforeAll(async () => {
  keptFolder = await makeFolder();
});
afterAll(() => eraseFolder(keptFolder));
beforeEach(async () => {
  folder = await makeFolder();
  home = join(folder, 'home');
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const server of servers.splice(0)) await server.stop();
  await eraseFolder(folder);
});

async function makeFolder(): Promise<string> {
  // Where the server's user can go, also where the temp folder is of its owner alone.
  const isShared = !isRoot || (await canUse({ uid: 65_534, gid: 65_534 }, tmpdir()));
  const made = await mkdtemp(join(isShared ? tmpdir() : '/var/tmp', 'florin-embedded-'));
  await chmod(made, 0o711);
  return made;
}

async function eraseFolder(made: string): Promise<void> {
  await eraseEmbeddedPostgres(join(made, 'home'));
  await rm(made, { recursive: true, force: true });
}

/** Lets a test use the home that is kept, with its database and whatever earlier tests left in it. */
function useKeptHome(): void {
  home = join(keptFolder, 'home');
}

async function start(fsync = false): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ home, log, fsync });
  servers.push(server);
  return server;
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const { db, close } = openDatabase(url, { log });
  return sql
    .raw(statement)
    .execute(db)
    .then(({ rows }) => rows)
    .finally(close);
}

let tables = 0;

/** Makes a table of one row, of which no earlier test knows, and answers how it is read. */
async function makeBox(url: string): Promise<string> {
  tables += 1;
  await query(url, `create table box_${tables} as select 1 as id`);
  return `select id from box_${tables}`;
}

/** The data folder and the number of the running server. */
async function serverOf(): Promise<{ data: string; pid: number }> {
  const { data } = await chooseFolder(home, await findBinaries());
  const pid = Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  return { data, pid };
}

/** A Florin in a process of its own that only runs the database; returns its URL. */
async function startElsewhere(fsync = false): Promise<{ child: ChildProcess; url: string }> {
  const module = fileURLToPath(new URL('./start.ts', import.meta.url));
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(module)};
    const quiet = () => undefined;
    const log = { debug: quiet, info: quiet, warn: quiet, error: quiet, fatal: quiet };
    const { url } = await startEmbeddedPostgres({ home: ${JSON.stringify(home)}, log, fsync: ${fsync} });
    process.stdout.write(url + '\\n');
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  if (child.stdout === null) throw new Error('no output');
  const [url] = await once(createInterface(child.stdout), 'line');
  return { child, url: String(url) };
}

async function watchdogOf(pid: number): Promise<number> {
  for (const name of await readdir('/proc')) {
    const command = /^\d+$/.test(name) ? await commandOf(Number(name)) : undefined;
    if (command?.includes(`florin-watchdog ${pid} `) === true) return Number(name);
  }
  throw new Error('nobody watches');
}

async function killElsewhere(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

describe('the embedded PostgreSQL', () => {
  it('makes its database once, and keeps it', async () => {
    useKeptHome();
    const first = await start();
    const box = await makeBox(first.url);
    await first.stop();
    const second = await start();
    expect(await query(second.url, box)).toEqual([{ id: 1 }]);
  });

  it('listens on no port, and lets nobody else near its socket', async () => {
    useKeptHome();
    const { url } = await start();
    expect(await query(url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
    const socketFolder = new URL(url).searchParams.get('host') ?? '';
    expect((await stat(socketFolder)).mode & 0o777).toBe(0o700);
  });

  it('ends on demand, also with somebody connected, and leaves nothing behind', async () => {
    useKeptHome();
    const server = await start();
    const { db, close } = openDatabase(server.url, { log });
    await sql`select 1`.execute(db);
    const { pid } = await serverOf();
    // Whoever is connected would otherwise be waited for without end.
    await server.stop();
    expect(await startOf(pid)).toBe(undefined);
    await expect(stat(new URL(server.url).searchParams.get('host') ?? '')).rejects.toThrow();
    await close();
  });

  it('refuses a second Florin on the same data folder in one sentence', async () => {
    useKeptHome();
    await start();
    await expect(startEmbeddedPostgres({ home, log })).rejects.toThrow(
      `already runs on the data folder ${home}: stop it, or choose another folder with FLORIN_HOME.`,
    );
  });
});

describe('after Florin was killed', () => {
  it('the server ends by itself and clears its socket away', async () => {
    useKeptHome();
    const { child, url } = await startElsewhere();
    const { pid } = await serverOf();
    const socketFolder = new URL(url).searchParams.get('host') ?? '';
    await killElsewhere(child);
    await expect.poll(() => startOf(pid), { timeout: 120_000 }).toBe(undefined);
    await expect.poll(() => existsSync(socketFolder), { timeout: 120_000 }).toBe(false);
  });

  it('the server clears its socket away also where the temp folder is of its owner alone', async () => {
    useKeptHome();
    const alone = join(folder, 'alone');
    await mkdir(alone, { mode: 0o700 });
    vi.stubEnv('TMPDIR', alone);
    const { child, url } = await startElsewhere().finally(() => vi.unstubAllEnvs());
    const socketFolder = new URL(url).searchParams.get('host') ?? '';
    expect(existsSync(socketFolder)).toBe(true);
    await killElsewhere(child);
    await expect.poll(() => existsSync(socketFolder), { timeout: 120_000 }).toBe(false);
    expect(await readdir(alone)).toEqual([]);
  });

  it('the next start takes the data over at once, even while the old server still runs', async () => {
    useKeptHome();
    const { child, url } = await startElsewhere();
    const box = await makeBox(url);
    await killElsewhere(child);
    const next = await start();
    expect(await query(next.url, box)).toEqual([{ id: 1 }]);
  });

  it('an orphan that nobody watches is ended by the next start', async () => {
    useKeptHome();
    const { child, url } = await startElsewhere();
    const box = await makeBox(url);
    const { pid } = await serverOf();
    process.kill(await watchdogOf(pid), 'SIGKILL');
    await killElsewhere(child);
    expect(await startOf(pid)).not.toBe(undefined);
    const next = await start();
    expect(await startOf(pid)).toBe(undefined);
    expect(await query(next.url, box)).toEqual([{ id: 1 }]);
  });

  // The power failed, or somebody killed everything: no committed row may be lost.
  it('and the server with it, committed rows are recovered', async () => {
    useKeptHome();
    const { child, url } = await startElsewhere(true);
    const box = await makeBox(url);
    const { pid } = await serverOf();
    process.kill(pid, 'SIGKILL');
    await killElsewhere(child);
    const next = await start(true);
    expect(await query(next.url, box)).toEqual([{ id: 1 }]);
  });

  it('a number that another program has now does not keep the server from starting', async () => {
    useKeptHome();
    const server = await start();
    const { data, pid } = await serverOf();
    const text = await readFile(join(data, 'postmaster.pid'), 'utf8');
    await server.stop();
    const unrelated = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    children.push(unrelated);
    await writeFile(join(data, 'postmaster.pid'), text.replace(String(pid), String(unrelated.pid)));
    const next = await start();
    expect(await query(next.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(unrelated.exitCode).toBe(null);
  });
});

describe('an orphan that was ended', () => {
  it('keeps nothing from starting while its parent has not noticed', async () => {
    useKeptHome();
    const server = await start();
    const { data, pid } = await serverOf();
    const text = await readFile(join(data, 'postmaster.pid'), 'utf8');
    await server.stop();
    const { user } = await chooseFolder(home, await findBinaries());
    // By its command line the server of this folder; its parent never asks what became of it.
    const orphan = `env --default-signal=INT sh -c 'sleep 20 & wait' sh -D "$1" x & echo $!; exec sleep 20`;
    const parent = spawn('/bin/sh', ['-c', orphan, 'sh', data], {
      stdio: ['ignore', 'pipe', 'ignore'],
      cwd: '/',
      ...user,
    });
    children.push(parent);
    const [number] = await once(parent.stdout, 'data');
    await writeFile(join(data, 'postmaster.pid'), text.replace(String(pid), String(number).trim()));
    const next = await start();
    expect(await query(next.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('what cannot be started', () => {
  it('is refused in one sentence on a platform without a package', async () => {
    await expect(findBinaries('plan9', 'mips')).rejects.toThrow(
      'No embedded PostgreSQL is installed for plan9-mips: set DATABASE_URL',
    );
  });

  it('is refused in one sentence when another PostgreSQL made the data', async () => {
    useKeptHome();
    await (await start()).stop();
    const { data } = await chooseFolder(home, await findBinaries());
    await writeFile(join(data, 'PG_VERSION'), '15\n');
    await expect(start()).rejects.toThrow('was made by PostgreSQL 15');
    // The refusal let the folder go again.
    await writeFile(join(data, 'PG_VERSION'), '18\n');
    await start();
  });

  it('is refused in one sentence when the socket would have too long a path', async () => {
    useKeptHome();
    const long = join(folder, 'x'.repeat(90));
    await mkdir(long);
    // As temp folders are: everybody may use it.
    await chmod(long, 0o1777);
    vi.stubEnv('TMPDIR', long);
    try {
      await expect(start()).rejects.toThrow('set TMPDIR to a shorter folder');
    } finally {
      vi.unstubAllEnvs();
    }
    expect(await readdir(long)).toEqual([]);
  });
});

describe.runIf(isRoot)('as root', () => {
  it('runs as another user and keeps the data in the data folder where that user can go', async () => {
    useKeptHome();
    const { url } = await start();
    const { pid } = await serverOf();
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    expect(/^Uid:\s+0\s/m.test(status)).toBe(false);
    expect(await readdir(join(home, 'postgres'))).toContain('data');
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  // An empty database in another place would look as if everything were lost.
  it('goes on with the data where they are, or says why it cannot', async () => {
    useKeptHome();
    const first = await start();
    const box = await makeBox(first.url);
    await first.stop();
    await chmod(home, 0o700);
    await expect(start()).rejects.toThrow('chmod o+x');
    await chmod(home, 0o711);
    const again = await start();
    expect(await query(again.url, box)).toEqual([{ id: 1 }]);
  });

  describe('where that user cannot reach the data folder', () => {
    /** One home for all of them, as to make its database is what takes long. */
    let closedFolder: string;
    beforeAll(async () => {
      closedFolder = await makeFolder();
      await mkdir(join(closedFolder, 'home'), { mode: 0o700 });
    });
    afterAll(() => eraseFolder(closedFolder));
    beforeEach(() => {
      home = join(closedFolder, 'home');
    });

    it('keeps the data elsewhere', async () => {
      const first = await start();
      const box = await makeBox(first.url);
      await first.stop();
      const { data } = await chooseFolder(home, await findBinaries());
      expect(data).toMatch(/^\/var\/tmp\/florin-[0-9a-f]{16}\/data$/);
      const again = await start();
      expect(await query(again.url, box)).toEqual([{ id: 1 }]);
    });

    // Whoever deletes the data folder wants to start afresh, wherever the rest of it was.
    it('starts afresh when the data folder was removed and made again', async () => {
      const first = await start();
      const box = await makeBox(first.url);
      await first.stop();
      await rm(home, { recursive: true });
      await mkdir(home, { mode: 0o700 });
      const second = await start();
      await expect(query(second.url, box)).rejects.toThrow('does not exist');
    });

    // Everybody may write to /var/tmp; programs put there by another user must never be run.
    it('does not use a folder that somebody else could have prepared', async () => {
      await (await start()).stop();
      const { parent } = await chooseFolder(home, await findBinaries());
      await rm(parent, { recursive: true });
      await symlink(folder, parent);
      await expect(start()).rejects.toThrow('belongs to somebody else');
      await rm(parent);
    });
  });
});

// The last of this file, as nothing of the home that is kept is left.
describe('erasing', () => {
  it('is refused while the server runs, and leaves nothing afterwards', async () => {
    useKeptHome();
    const server = await start();
    await expect(eraseEmbeddedPostgres(home)).rejects.toThrow('already runs on the data folder');
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();
    await eraseEmbeddedPostgres(home);
    expect(await readdir(home)).toEqual([]);
    await eraseEmbeddedPostgres(home);
  });
});
