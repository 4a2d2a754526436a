import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import { type Listening, listen } from './listen.ts';
import { notify, notifyAfterCommits, notifyLater } from './notify.ts';
import { transact } from './transact.ts';

const log = pino({ level: 'silent' });
let test: Awaited<ReturnType<typeof testDatabase>>;
let listening: Listening;
/** What PostgreSQL brought. */
let brought: string[] = [];
/** What a notifier of the test was handed. */
let sent: string[];
let isReady: boolean;

beforeAll(async () => {
  test = await testDatabase();
  listening = listen(test.url, { log });
  listening.wake('florin_test', (text) => brought.push(text));
  await listening.ready();
});
afterAll(async () => {
  await listening.close();
  await test[Symbol.asyncDispose]();
});
beforeEach(() => {
  brought = [];
  sent = [];
  isReady = true;
});

/** A database of its own object, as its notifier stays with it. */
function notifyingDatabase() {
  const db = test.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => result,
  });
  notifyAfterCommits(db, {
    isReady: () => isReady,
    send: (channel, text) => sent.push(`${channel} ${text}`),
  });
  return db;
}

/** Resolves once everything that was notified before has come. */
async function settled(): Promise<void> {
  await sql`select pg_notify('florin_test', 'last')`.execute(test.db);
  await expect.poll(() => brought.at(-1)).toBe('last');
}

it('a transaction notifies by itself where nothing else does', async () => {
  await transact({ db: test.db }, ({ db }) => notify(db, 'florin_test', 'news'));
  await settled();
  expect(brought).toEqual(['news', 'last']);
});

it('with a notifier a transaction commits without a notification, which is sent once after it', async () => {
  await transact({ db: notifyingDatabase() }, async (ctx) => {
    await notify(ctx.db, 'florin_test', 'news');
    // One within another is the same transaction.
    await transact(ctx, ({ db }) => notify(db, 'florin_test', 'news'));
    expect(notifyLater(ctx.db, 'florin_other')).toBe(true);
    expect(sent).toEqual([]);
  });
  await settled();
  expect([sent, brought]).toEqual([['florin_test news', 'florin_other '], ['last']]);
});

it('what is rolled back notifies nobody', async () => {
  const failing = transact({ db: notifyingDatabase() }, async ({ db }) => {
    await notify(db, 'florin_test', 'news');
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await settled();
  expect([sent, brought]).toEqual([[], ['last']]);
});

it('a notifier that is not connected leaves it to the transaction', async () => {
  isReady = false;
  await transact({ db: notifyingDatabase() }, ({ db }) => notify(db, 'florin_test', 'news'));
  await settled();
  expect([sent, brought]).toEqual([[], ['news', 'last']]);
});

it('a statement by itself notifies with its commit', async () => {
  await notify(notifyingDatabase(), 'florin_test', 'news');
  await settled();
  expect([sent, brought]).toEqual([[], ['news', 'last']]);
});
