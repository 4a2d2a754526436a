import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { migrate } from '#platform/db/migrate.ts';
import { openDatabase } from '#platform/db/pool.ts';
import { startOf } from '#platform/process-table.ts';
import { eraseEmbeddedPostgres } from '#sandbox/database/choose-folder.ts';
import { startEmbeddedPostgres } from '#sandbox/database/start.ts';
import type { TestServer } from './test-server.ts';

const log = pino({ level: 'warn' });

/** A server with a template, and how to leave nothing of it. */
interface OpenTestServer {
  readonly testServer: TestServer;
  end(): Promise<void>;
}

/**
 * The server at a URL, which runs on afterwards, or an embedded one without fsync in a folder of its own;
 * with one migrated template that every test file copies.
 */
export async function openTestServer(given: string | undefined): Promise<OpenTestServer> {
  const isGiven = given !== undefined && given !== '';
  const server = isGiven ? { url: given, stop: keep } : await startOwn();
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
  return {
    testServer: { adminUrl: server.url, template },
    end: async () => {
      if (isGiven) await dropAll(server.url, run);
      await server.stop();
    },
  };
}

async function startOwn() {
  await removeAbandoned();
  const home = await mkdtemp(join(tmpdir(), `florin-test-${process.pid}-`));
  // As root the server runs as another user, who must be able to walk in.
  await chmod(home, 0o711);
  const server = await startEmbeddedPostgres({ home, log, fsync: false });
  // Else what the planner knows of a table, and so its plan, depends on when the server came by.
  await onServer(server.url, async (client) => {
    await client.query('alter system set autovacuum = off');
    await client.query('select pg_reload_conf()');
  });
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
