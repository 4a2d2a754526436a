import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { elapsedMs } from '#kit/clock.ts';
import { Outage } from '#kit/failure.ts';
import type { Log } from '#platform/log.ts';
import { commandOf } from '#platform/process-table.ts';
import { SHARED_FOLDER } from './choose-folder.ts';

/** What the name of a folder with a server's socket begins with. */
export const SOCKET_FOLDER_PREFIX = 'florin-socket-';

/** A fast shutdown writes one checkpoint; after this the server is killed and recovers later. */
const SHUTDOWN_TIMEOUT_MS = 10_000;
const KILL_TIMEOUT_MS = 5_000;
const POLL_MS = 20;

/**
 * Ends the server that a killed Florin left behind on a data folder, and removes what points to one
 * that is gone. The caller holds the lock of the home, so no other Florin owns that server.
 */
export async function endOrphan(data: string, log: Log): Promise<void> {
  const pidFile = join(data, 'postmaster.pid');
  const text = await readFile(pidFile, 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 1) return;
  if (await isServerOf(pid, data)) {
    log.warn({ pid }, 'ending the PostgreSQL that an earlier Florin left behind');
    await end(pid, data);
  } else if ((await commandOf(pid)) !== undefined) {
    // Another program has the number now; PostgreSQL would take it for a living server and refuse.
    await rm(pidFile, { force: true });
  }
  const socketFolder = lines[4] ?? '';
  const folders = [tmpdir(), SHARED_FOLDER].map((folder) => join(folder, SOCKET_FOLDER_PREFIX));
  if (folders.some((folder) => socketFolder.startsWith(folder))) {
    await rm(socketFolder, { recursive: true, force: true });
  }
}

async function end(pid: number, data: string): Promise<void> {
  for (const [signal, timeoutMs] of [
    ['SIGINT', SHUTDOWN_TIMEOUT_MS],
    ['SIGKILL', KILL_TIMEOUT_MS],
  ] as const) {
    process.kill(pid, signal);
    const deadline = elapsedMs() + timeoutMs;
    while (elapsedMs() < deadline) {
      if (!(await isServerOf(pid, data))) return;
      await wait(POLL_MS);
    }
  }
  throw new Outage(`process ${pid} holds the database in ${data} and could not be ended`);
}

/** Whether a process is the PostgreSQL of a data folder, and not another one with its number. */
export async function isServerOf(pid: number, data: string): Promise<boolean> {
  const command = await commandOf(pid);
  return command?.includes(`-D ${data} `) === true;
}
