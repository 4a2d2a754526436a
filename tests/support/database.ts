import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, inject } from 'vitest';
import type { Database } from '#platform/db/database.ts';
import { openDatabase } from '#platform/db/pool.ts';
import { cleanDatabase, type DatabaseState, readState } from './clean-database.ts';
import type { TestServer } from './test-server.ts';

export { TEST_TIME, testContext } from './context.ts';

/** A database of one test file. */
interface TestDatabase extends AsyncDisposable {
  readonly db: Database;
  readonly url: string;
}

/** What a test file needs at most; two files run at once, and servers allow 100 connections. */
const CONNECTIONS_MAX = 10;

/** A copy of the template that is nobody's at present. */
interface Copy {
  readonly name: string;
  readonly url: string;
  /** Undefined where it cannot be brought back to what it was. */
  readonly state: DatabaseState | undefined;
}

// Files that share a process take over each other's databases: to make one takes ten times of what cleaning it takes.
const unused = new Map<string, Copy[]>();

/**
 * A database as migrated and empty as the template, for one test file: make it in `beforeAll` and dispose of it
 * in `afterAll`, or hold it with `await using`. Once disposed of it is cleaned for the next file, or dropped if its schema
 * was changed. A set-up, which runs outside of test files, names the server.
 */
export async function testDatabase(server?: TestServer): Promise<TestDatabase> {
  const from = server ?? inject('testServer');
  const copy = unused.get(from.template)?.pop() ?? (await copyTemplate(from));
  const { db, close } = openDatabase(copy.url, {
    log: pino({ level: 'silent' }),
    connectionsMax: CONNECTIONS_MAX,
  });
  return {
    db,
    url: copy.url,
    [Symbol.asyncDispose]: async () => {
      await close();
      await takeBack(from, copy);
    },
  };
}

/** The database of a test file, open from before its first test until after its last. Called outside of tests. */
export function useTestDatabase(): Pick<TestDatabase, 'db' | 'url'> {
  let database: TestDatabase | undefined;
  const opened = () => {
    if (database === undefined) throw new Error('the database is open during tests only');
    return database;
  };
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database?.[Symbol.asyncDispose]());
  return {
    get db() {
      return opened().db;
    },
    get url() {
      return opened().url;
    },
  };
}

async function copyTemplate({ adminUrl, template }: TestServer): Promise<Copy> {
  const name = nameFor(template);
  await onServer(adminUrl, `create database ${name} template ${template}`);
  const url = urlOf(adminUrl, name);
  return { name, url, state: await readState(url) };
}

async function takeBack({ adminUrl, template }: TestServer, copy: Copy): Promise<void> {
  const state = copy.state && (await cleanDatabase(copy.url, copy.state).catch(() => undefined));
  if (state === undefined) {
    await onServer(adminUrl, `drop database ${copy.name} with (force)`);
    return;
  }
  // By another name, so that what a file left running does not find it when it connects again.
  const name = nameFor(template);
  await onServer(adminUrl, `alter database ${copy.name} rename to ${name}`);
  const clean = { name, url: urlOf(adminUrl, name), state };
  unused.set(template, [...(unused.get(template) ?? []), clean]);
}

const nameFor = (template: string) =>
  template.replace(/template$/, randomUUID().replaceAll('-', '').slice(0, 12));

function urlOf(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
