import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { eraseEmbeddedPostgres } from '#platform/db/embedded/choose-place.ts';
import { startEmbeddedPostgres } from '#platform/db/embedded/start.ts';
import { migrate } from '#platform/db/migrate.ts';
import { openDatabase } from '#platform/db/pool.ts';
import { startOf } from '#platform/process-table.ts';
import { openSharedWorlds } from './shared-worlds.ts';
import type { TestServer } from './test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

const log = pino({ level: 'warn' });

/**
 * One server for the whole run, with one migrated template: `DATABASE_URL` when it is set, else an
 * embedded one without fsync in a folder of its own. Nothing of it is left afterwards.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['DATABASE_URL'];
  const server =
    given === undefined || given === '' ? await startOwn() : { url: given, stop: keep };
  // Several runs may share a server.
  const run = `florin_test_${randomUUID().slice(0, 8)}`;
  const template = `${run}_template`;
  try {
    await onServer(server.url, (client) => client.query(`create database ${template}`));
    const { db, close } = openDatabase(urlOf(server.url, template), { log });
    await migrate(db).finally(close);
  } catch (error) {
    await server.stop();
    throw error;
  }
  const testServer = { adminUrl: server.url, template };
  const worlds = await openSharedWorlds(testServer);
  project.provide('testServer', testServer);
  project.provide('sharedWorlds', worlds.folder);
  return async () => {
    await worlds.end();
    if (given !== undefined && given !== '') await dropAll(server.url, run);
    await server.stop();
  };
}

async function startOwn() {
  await removeAbandoned();
  const home = await mkdtemp(join(tmpdir(), `florin-test-${process.pid}-`));
  // As root the server runs as another user, who must be able to walk in.
  await chmod(home, 0o711);
  const server = await startEmbeddedPostgres({ home, log, fsync: false });
  const stop = async () => {
    await server.stop();
    await eraseEmbeddedPostgres(home);
    await rm(home, { recursive: true, force: true });
  };
  return { url: server.url, stop };
}

/** A run that was killed could not clear up after itself; its server has ended on its own. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = /^florin-test-(\d+)-/.exec(name)?.[1];
    if (pid === undefined || (await startOf(Number(pid))) !== undefined) continue;
    await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
}

async function keep(): Promise<void> {
  // A server that was given to us runs on.
}

async function dropAll(url: string, run: string): Promise<void> {
  await onServer(url, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [run],
    );
    for (const { datname } of rows) {
      await client.query(`drop database if exists ${datname} with (force)`);
    }
  });
}

async function onServer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function urlOf(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
