import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { openDatabase } from '#platform/db/pool.ts';
import { type LocalNode, startLocalNode } from '../../src/sandbox/local-nodes.ts';
import { testContext } from '../support/context.ts';
import { type KeyedAccount, keyedAccount } from '../support/keyed-account.ts';
import { type RelayedDatabase, relayedDatabase } from '../support/relayed-database.ts';
import { type Said, sendToHost } from '../support/send-to-host.ts';
import { type SpawnedServer, spawnServer } from '../support/spawn-server.ts';

// A server and a database of its own, which goes through hard times (S3): no answer but 503 with a
// time to come back, nothing half-written, and all is well again by itself.

const CONNECTIONS = 2;

let database: RelayedDatabase;
let node: LocalNode;
let server: SpawnedServer;
let owner: pg.Client;
let account: KeyedAccount;

beforeAll(async () => {
  [database, node] = await Promise.all([relayedDatabase(), startLocalNode({ network: 'base' })]);
  const { db, close } = openDatabase(database.url, { log: pino({ level: 'silent' }) });
  account = await keyedAccount(testContext({ db })).finally(close);
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  server = await spawnServer({
    FLORIN_MODE: 'production',
    DATABASE_URL: database.url,
    DATABASE_CONNECTIONS_MAX: String(CONNECTIONS),
    RPC_URL_BASE: node.rpcUrl,
    SECRET_KEY: randomBytes(32).toString('hex'),
    API_URL: 'http://localhost:8480',
    AUTH_URL: 'http://localhost:8481',
    PAY_URL: 'http://localhost:8482',
  });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await owner.end();
  await node.stop();
  await database[Symbol.asyncDispose]();
});

/** Creates a link with an idempotency key, so that a repetition makes no second one. */
const create = (name: string): Promise<Said> =>
  sendToHost(`${server.apiUrl}/v2/secure-payments`, {
    headers: { 'x-api-key': account.apiKey, 'idempotency-key': name },
    body: { requests: [{ destinationId: SAMPLE.destinationId, amount: '1' }] },
  });

/** How many rows every table has that creating a link writes to. */
async function counts(): Promise<unknown> {
  const { rows } = await owner.query(`select
    (select count(*) from secure_payment) as links, (select count(*) from request) as requests,
    (select count(*) from secure_payment_request) as asked, (select count(*) from event) as events,
    (select count(*) from idempotent_answer) as names`);
  return rows[0];
}

function expectComeBack(said: Said): void {
  expect(said).toMatchObject({ status: 503, body: { code: 'unavailable', statusCode: 503 } });
  expect(Number(said.headers.get('retry-after'))).toBeGreaterThan(0);
}

describe('a database that takes no writes, as one does after a failover', () => {
  it('makes callers come back, and does what they ask when it takes them again', async () => {
    await owner.query('alter system set default_transaction_read_only = on');
    await owner.query('select pg_reload_conf()');
    // Until the server has read the setting links are made, and a name that was answered stays answered.
    let calls = 0;
    const fresh = () => create(`before read-only ${++calls}`);
    await expect.poll(async () => (await fresh()).status).toBe(503);
    const before = await counts();
    expectComeBack(await create('read-only'));
    await owner.query('set default_transaction_read_only = off');
    await owner.query('alter system reset default_transaction_read_only');
    await owner.query('select pg_reload_conf()');
    expect(await counts()).toEqual(before);
    await expect.poll(async () => (await create('read-only')).status).toBe(201);
  });
});

describe('a disk that is full in the middle of a write', () => {
  it('leaves nothing half-written, and the same call succeeds once there is room', async () => {
    // What PostgreSQL says when the kernel gives it no further block, at the last table written.
    await owner.query(`create function no_room() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = '53100';
      end $$`);
    await owner.query(
      'create trigger no_room before insert on secure_payment_request execute function no_room()',
    );
    const before = await counts();
    expectComeBack(await create('full'));
    expect(await counts()).toEqual(before);
    await owner.query('drop trigger no_room on secure_payment_request');
    expect(await create('full')).toMatchObject({ status: 201 });
  });
});

describe('connections that are all taken', () => {
  it('make callers wait, and then come back; nobody gets two links', async () => {
    const names = Array.from({ length: 6 }, (_, i) => `crowd-${i}`);
    await owner.query('begin');
    await owner.query('lock table secure_payment in access exclusive mode');
    const asked = names.map((name) => create(name));
    // Several times as long as the pool lets callers wait for a connection.
    const first = await Promise.race([Promise.any(asked), wait(60_000)]);
    await owner.query('commit');
    if (first === undefined) throw new Error('every caller waited for a minute');
    expectComeBack(first);
    const answers = await Promise.all(asked);
    expect(answers.filter(({ status }) => status !== 201 && status !== 503)).toEqual([]);
    const again = await Promise.all(names.map((name) => create(name)));
    expect(again.map(({ status }) => status)).toEqual(names.map(() => 201));
    const tokens = new Set(again.map(({ body }) => JSON.stringify(body)));
    expect(tokens.size).toBe(names.length);
    for (const [i, said] of answers.entries()) {
      if (said.status === 201) expect(again[i]?.body).toEqual(said.body);
    }
  });
});
