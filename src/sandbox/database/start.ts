import { type ChildProcess, spawn } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { elapsedMs } from '#kit/clock.ts';
import { Outage, Refusal } from '#kit/failure.ts';
import { lockHome } from '#platform/lock-home.ts';
import type { Log } from '#platform/log.ts';
import { findBinaries } from './binaries.ts';
import { chooseFolder, type DataFolder, SHARED_FOLDER } from './choose-folder.ts';
import { endOrphan, SOCKET_FOLDER_PREFIX } from './end-orphan.ts';
import { DATABASE_USER, initialise, SERVER_ENVIRONMENT } from './initialise.ts';
import { canUse } from './server-user.ts';
import type { Templates } from './template.ts';

/** A unix socket's address has 108 bytes, of which the last is a zero. */
const SOCKET_PATH_BYTES_MAX = 107;
/** PostgreSQL names its socket after a port, also where it listens on none. */
const PORT = 5432;
/** Recovery of a database that was killed takes 0.2 s here; this is for a slow disk. */
const START_TIMEOUT_MS = 30_000;
/** Processes of a server whose head was killed notice it within a second and let go of its memory. */
const RELEASE_TIMEOUT_MS = 5_000;
const RELEASE_POLL_MS = 100;
/** A fast shutdown writes one checkpoint. Florin promises to end within 5 s; the rest is for others. */
const FAST_STOP_TIMEOUT_MS = 3_000;
const IMMEDIATE_STOP_TIMEOUT_MS = 500;
/** How many of the server's last lines a failed start prints. */
const LAST_LINES = 12;

/** A running PostgreSQL of our own. */
export interface EmbeddedPostgres {
  /** For `openDatabase`. */
  readonly url: string;
  /** Whether this start made an empty database, for want of a template. */
  readonly wasInitialised: boolean;
  /** Resolves when the server has ended, asked or not. */
  readonly ended: Promise<void>;
  /** Rolls back what is running, ends the server and lets the data folder go. */
  stop(): Promise<void>;
}

interface EmbeddedOptions {
  /** The data folder of Florin; made where it is missing. */
  readonly home: string;
  readonly log: Log;
  /** Whether commits survive a power cut; only tests do without. */
  readonly fsync?: boolean;
  /** What the first start copies its database from, migrated already, where there is one. */
  readonly templates?: Templates;
}

/**
 * Starts the PostgreSQL that npm brought, on a unix socket in a fresh private folder and on no port.
 * The first start makes the database.
 *
 * Refuses in words: a second Florin on the same home, a platform without a PostgreSQL package, data
 * of another major version. A server that a killed Florin left behind is ended first. Should this
 * process be killed, a watchdog ends the server.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries();
  // The server starts in another folder, so a path from here would mean another place there.
  const home = resolve(options.home);
  const dataFolder = await chooseFolder(home, binaries);
  // A lock of its own: whoever starts us may hold that of the home.
  const unlock = await lockHome(home, { lockIn: dataFolder.parent });
  const fsync = options.fsync ?? true;
  let socketFolder: string | undefined;
  try {
    const { templates, log } = options;
    const wasInitialised = await initialise(dataFolder, binaries, { fsync, templates, log });
    await endOrphan(dataFolder.data, options.log);
    socketFolder = await makeSocketFolder(dataFolder);
    const server = await startServer({ dataFolder, socketFolder, fsync, log: options.log });
    const supervised = { dataFolder, socketFolder, unlock, log: options.log };
    return { ...supervise(server, supervised), wasInitialised };
  } catch (error) {
    if (socketFolder !== undefined) await rm(socketFolder, { recursive: true, force: true });
    await unlock();
    throw error;
  }
}

/**
 * A folder for the socket, in the system's temp folder. Where the server runs as a user who has no
 * access there, the server could not start, and its watchdog could not remove the folder: then in the
 * folder that everybody shares.
 */
async function makeSocketFolder(dataFolder: DataFolder): Promise<string> {
  const usable = dataFolder.user === undefined || (await canUse(dataFolder.user, tmpdir()));
  const folder = await mkdtemp(join(usable ? tmpdir() : SHARED_FOLDER, SOCKET_FOLDER_PREFIX));
  const bytes = Buffer.byteLength(`${folder}/.s.PGSQL.${PORT}`);
  if (bytes > SOCKET_PATH_BYTES_MAX) {
    await rm(folder, { recursive: true, force: true });
    throw new Refusal(
      'socket_path_too_long',
      409,
      `The socket of the database in ${folder} would have a path of ${bytes} bytes, and the system allows ${SOCKET_PATH_BYTES_MAX}: set TMPDIR to a shorter folder.`,
    );
  }
  if (dataFolder.user !== undefined) await chown(folder, dataFolder.user.uid, dataFolder.user.gid);
  return folder;
}

interface ServerParts {
  readonly dataFolder: DataFolder;
  readonly socketFolder: string;
  readonly fsync: boolean;
  readonly log: Log;
}

/** Starts the server; as long as processes of a killed one still hold its memory, tries again. */
async function startServer(parts: ServerParts): Promise<ChildProcess> {
  const deadline = elapsedMs() + RELEASE_TIMEOUT_MS;
  for (;;) {
    const server = spawnServer(parts);
    const lines = await readLinesUntilReady(server, parts.log);
    if (lines === 'ready') return server;
    // One that was just killed has a number until its parent notices that it ended.
    const isCounted = lines.some((line) => line.includes('already exists'));
    const held = isCounted || lines.some((line) => line.includes('is still in use'));
    if (!held || elapsedMs() > deadline) {
      throw new Outage(`the embedded PostgreSQL did not start:\n${lines.join('\n')}`);
    }
    await wait(RELEASE_POLL_MS);
    if (isCounted) await endOrphan(parts.dataFolder.data, parts.log);
  }
}

function spawnServer({ dataFolder, socketFolder, fsync }: ServerParts): ChildProcess {
  const settings = [
    'listen_addresses=',
    'timezone=UTC',
    'log_timezone=UTC',
    // The log goes to our standard error and from there to our own log.
    'logging_collector=off',
    'wal_level=minimal',
    'max_wal_senders=0',
    // Our statements are small; compiling them costs more than it saves.
    'jit=off',
    // What keeps nothing is a server of tests, which have many worlds and workers at once.
    ...(fsync
      ? []
      : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=400']),
  ];
  return spawn(
    join(dataFolder.programs, 'bin', 'postgres'),
    ['-D', dataFolder.data, '-k', socketFolder, '-p', String(PORT)].concat(
      settings.flatMap((setting) => ['-c', setting]),
    ),
    // In a session of its own, a Ctrl-C in the terminal reaches only Florin, which stops it in turn.
    {
      cwd: '/',
      env: SERVER_ENVIRONMENT,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      ...dataFolder.user,
    },
  );
}

/** Returns the last lines it printed where the server ended or took too long instead. */
function readLinesUntilReady(server: ChildProcess, log: Log): Promise<'ready' | string[]> {
  return new Promise((answered) => {
    const last: string[] = [];
    const giveUp = setTimeout(() => server.kill('SIGKILL'), START_TIMEOUT_MS);
    const answer = (outcome: 'ready' | string[]) => {
      clearTimeout(giveUp);
      answered(outcome);
    };
    server.once('error', (error) => answer([error.message]));
    server.once('close', () => answer(last));
    if (server.stderr === null) return;
    createInterface(server.stderr).on('line', (line) => {
      log.debug({ postgres: line }, 'postgres');
      if (line.includes('ready to accept connections')) answer('ready');
      last.push(line);
      if (last.length > LAST_LINES) last.shift();
    });
  });
}

interface Supervised {
  readonly dataFolder: DataFolder;
  readonly socketFolder: string;
  readonly unlock: () => Promise<void>;
  readonly log: Log;
}

function supervise(
  server: ChildProcess,
  parts: Supervised,
): Omit<EmbeddedPostgres, 'wasInitialised'> {
  const watchdog = startWatchdog(server, parts);
  let asked = false;
  const ended = new Promise<void>((exited) => {
    if (server.exitCode !== null || server.signalCode !== null) exited();
    server.once('exit', () => exited());
  }).then(async () => {
    watchdog.kill('SIGKILL');
    if (!asked) parts.log.error('the embedded PostgreSQL ended by itself');
    await rm(parts.socketFolder, { recursive: true, force: true });
    await parts.unlock();
  });
  const host = encodeURIComponent(parts.socketFolder);
  return {
    url: `postgres://${DATABASE_USER}@localhost:${PORT}/postgres?host=${host}`,
    ended,
    stop: () => {
      asked = true;
      return stopServer(server, ended);
    },
  };
}

async function stopServer(server: ChildProcess, ended: Promise<void>): Promise<void> {
  // Fast, then immediate, then not at all gentle; the next start recovers what was committed.
  for (const [signal, timeoutMs] of [
    ['SIGINT', FAST_STOP_TIMEOUT_MS],
    ['SIGQUIT', IMMEDIATE_STOP_TIMEOUT_MS],
  ] as const) {
    server.kill(signal);
    const cancel = new AbortController();
    const late = wait(timeoutMs, 'late' as const, { signal: cancel.signal }).catch(() => 'ended');
    const outcome = await Promise.race([ended.then(() => 'ended' as const), late]);
    cancel.abort();
    if (outcome === 'ended') return;
  }
  server.kill('SIGKILL');
  await ended;
}

/** Shuts the server down once the pipe ends, and then clears away what its socket stood in. */
const WATCH = `read -r _
kill -INT "$1"
for _ in 1 2 3 4 5 6 7 8 9 10; do
  sleep 1
  rmdir "$2" && exit
done`;

/**
 * A shell that waits for the end of a pipe which only this process holds open, and then shuts the
 * server down: the pipe also ends when this process is killed in a way that it cannot notice.
 */
function startWatchdog(
  server: ChildProcess,
  { dataFolder, socketFolder }: Supervised,
): ChildProcess {
  const parameters = ['florin-watchdog', String(server.pid), socketFolder];
  const watchdog = spawn('/bin/sh', ['-c', WATCH, ...parameters], {
    cwd: '/',
    env: SERVER_ENVIRONMENT,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    ...dataFolder.user,
  });
  // Without it a killed Florin leaves the server to the next start, which ends it.
  watchdog.on('error', () => undefined);
  watchdog.stdin?.on('error', () => undefined);
  watchdog.unref();
  return watchdog;
}
