import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import type { Database } from '#platform/db/database.ts';
import { cleanDatabase, connected, type DatabaseState, readState } from './clean-database.ts';
import { type LentConnections, lentConnections } from './lent-connections.ts';
import type { TestServer } from './test-server.ts';

export { TEST_TIME, testContext } from './context.ts';

/** A database of one test file. */
interface TestDatabase extends AsyncDisposable {
  readonly db: Database;
  /** The connections of `db`, for what counts calls. */
  readonly pool: pg.Pool;
  /** A file that reads it may connect on its own, so its connections are not kept for the next one. */
  readonly url: string;
}

/** A copy of the template that is nobody's at present. */
interface Copy {
  readonly name: string;
  readonly url: string;
  /** Undefined where it cannot be brought back to what it was. */
  readonly state: DatabaseState | undefined;
  /** Kept from file to file, where nothing else may be connected. */
  readonly connections: LentConnections;
}

const TESTS = fileURLToPath(new URL('..', import.meta.url));

// Files that share a process take over each other's databases: to make one takes ten times of what cleaning it takes.
const unused = new Map<string, Copy[]>();

/**
 * A database as migrated and empty as the template, for one test file: make it in `beforeAll` and dispose of it
 * in `afterAll`, or hold it with `await using`. Once disposed of it is cleaned for the next file, or dropped if its schema
 * was changed. A set-up, which runs outside of test files, names the server.
 */
export async function testDatabase(server?: TestServer): Promise<TestDatabase> {
  const from = server ?? serverOfFile();
  const copy = unused.get(from.template)?.pop() ?? (await copyTemplate(from));
  const db = copy.connections.lend();
  let isUrlKnown = false;
  return {
    db,
    pool: copy.connections.pool,
    get url() {
      isUrlKnown = true;
      return copy.url;
    },
    [Symbol.asyncDispose]: async () => {
      await db.destroy();
      const isKept = !isUrlKnown && (await keep(from, copy));
      if (!isKept) await takeBack(from, copy);
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

/** That of unit tests, where they have one of their own, or that of the run. */
function serverOfFile(): TestServer {
  const { testPath = '' } = expect.getState();
  const unitServer = testPath.startsWith(TESTS) ? undefined : inject('unitServer');
  return unitServer ?? inject('testServer');
}

async function copyTemplate({ adminUrl, template }: TestServer): Promise<Copy> {
  const name = nameFor(template);
  await onServer(adminUrl, `create database ${name} template ${template}`);
  const url = urlOf(adminUrl, name);
  return { name, url, state: await readState(url), connections: lentConnections(url) };
}

/** Cleans a database that only these connections were made to, and keeps them. False where that cannot be. */
async function keep({ template }: TestServer, { state, ...copy }: Copy): Promise<boolean> {
  const { connections } = copy;
  if (state === undefined || !(await connections.renew())) return false;
  const clean = await connections
    .use((client, processIds) => cleanDatabase(client, state, processIds))
    .catch(() => undefined);
  if (clean === undefined) return false;
  putBack(template, { ...copy, state: clean });
  return true;
}

/** Cleans a database that others may be connected to, or drops it. */
async function takeBack({ adminUrl, template }: TestServer, copy: Copy): Promise<void> {
  await copy.connections.close();
  const { state: before } = copy;
  const state =
    before &&
    (await connected(copy.url, (client) => cleanDatabase(client, before)).catch(() => undefined));
  if (state === undefined) {
    await onServer(adminUrl, `drop database ${copy.name} with (force)`);
    return;
  }
  // By another name, so that what a file left running does not find it when it connects again.
  const name = nameFor(template);
  await onServer(adminUrl, `alter database ${copy.name} rename to ${name}`);
  const url = urlOf(adminUrl, name);
  putBack(template, { name, url, state, connections: lentConnections(url) });
}

function putBack(template: string, copy: Copy): void {
  unused.set(template, [...(unused.get(template) ?? []), copy]);
}

const nameFor = (template: string) =>
  template.replace(/template$/, randomUUID().replaceAll('-', '').slice(0, 12));

function urlOf(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer(url: string, statement: string): Promise<void> {
  await connected(url, (client) => client.query(statement));
}
