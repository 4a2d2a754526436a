import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { findData } from './choose-folder.ts';
import { isServerOf } from './end-orphan.ts';
import { DATABASE_USER } from './initialise.ts';

/** Where PostgreSQL writes what, by line of its `postmaster.pid`. */
const LINE = { pid: 0, port: 3, socketFolder: 4, status: 7 } as const;

/**
 * The URL of the embedded PostgreSQL that runs over a data folder of Florin, by what the server
 * itself wrote there; undefined where none runs. Starts and changes nothing.
 */
export async function findEmbeddedPostgres(home: string): Promise<string | undefined> {
  const data = await findData(resolve(home));
  if (data === undefined) return undefined;
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[LINE.pid]);
  if (!Number.isInteger(pid) || pid <= 1 || lines[LINE.status] !== 'ready') return undefined;
  if (!(await isServerOf(pid, data))) return undefined;
  const host = encodeURIComponent(lines[LINE.socketFolder] ?? '');
  return `postgres://${DATABASE_USER}@localhost:${lines[LINE.port]}/postgres?host=${host}`;
}
