import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import type { Database } from '#platform/db/database.ts';
import { openDatabase } from '#platform/db/pool.ts';
import type { TestServer } from './test-server.ts';

export { TEST_TIME, testContext } from './context.ts';

/** A database of one test file. */
interface TestDatabase extends AsyncDisposable {
  readonly db: Database;
  readonly url: string;
}

/** What a test file needs at most; two files run at once, and servers allow 100 connections. */
const CONNECTIONS_MAX = 10;

/**
 * A fresh copy of the migrated template, for one test file: make it in `beforeAll` and dispose of it
 * in `afterAll`, or hold it with `await using`. Disposing drops it. A set-up, which runs outside of
 * test files, names the server.
 */
export async function testDatabase(server?: TestServer): Promise<TestDatabase> {
  const { adminUrl, template } = server ?? inject('testServer');
  const name = template.replace(/template$/, randomUUID().replaceAll('-', '').slice(0, 12));
  await onServer(adminUrl, `create database ${name} template ${template}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const { db, close } = openDatabase(url.href, {
    log: pino({ level: 'silent' }),
    connectionsMax: CONNECTIONS_MAX,
  });
  return {
    db,
    url: url.href,
    [Symbol.asyncDispose]: async () => {
      await close();
      await onServer(adminUrl, `drop database ${name} with (force)`);
    },
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
