import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import { relayPort } from '../../../tests/support/tcp-relay.ts';
import { listen } from './listen.ts';

const log = pino({ level: 'silent' });
let test: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test[Symbol.asyncDispose]());

/** Counts how often a channel woke it. */
function makeCounter() {
  const counter = {
    calls: 0,
    listener: () => {
      counter.calls += 1;
    },
  };
  return counter;
}

/** Ends the listening connection that was opened first. */
const cutOff = () =>
  sql`
    select pg_terminate_backend(pid) from (
      select pid from pg_stat_activity
      where application_name = 'florin listening' and datname = current_database()
      order by backend_start limit 1) first`.execute(test.db);

/** A relay before the server, and the address of the test's database behind it. */
async function relayTest() {
  const url = new URL(test.url);
  const folder = url.searchParams.get('host');
  const port = Number(url.port || 5432);
  const relay = await relayPort(folder === null ? port : `${folder}/.s.PGSQL.${port}`);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String(relay.port);
  return { relay, url: url.href };
}

describe('listening', () => {
  it('wakes the listeners of a channel when a transaction commits, and only those', async () => {
    const listening = listen(test.url, { log });
    const news = makeCounter();
    const other = makeCounter();
    listening.wake('florin_test', news.listener);
    listening.wake('florin_other', other.listener);
    await listening.ready();
    const [before, otherBefore] = [news.calls, other.calls];
    await test.db.transaction().execute(async (db) => {
      await sql`select pg_notify('florin_test', '')`.execute(db);
      expect(news.calls).toBe(before);
    });
    await expect.poll(() => news.calls).toBe(before + 1);
    expect(other.calls).toBe(otherBefore);
    await listening.close();
  });

  it('receives notifications of a channel that was added later, until it is removed', async () => {
    const listening = listen(test.url, { log });
    await listening.ready();
    const late = makeCounter();
    const unhook = listening.wake('florin_late', late.listener);
    // Once for what may have been missed before it listened.
    await expect.poll(() => late.calls).toBe(1);
    await sql`notify florin_late`.execute(test.db);
    await expect.poll(() => late.calls).toBe(2);
    unhook();
    await sql`notify florin_late`.execute(test.db);
    await listening.close();
    expect(late.calls).toBe(2);
  });

  // A notification sent while the connection was down is lost for good.
  it('connects again when it is cut off, and calls every listener for what was missed', async () => {
    const listening = listen(test.url, { log });
    const news = makeCounter();
    listening.wake('florin_test', news.listener);
    await listening.ready();
    const before = news.calls;
    await cutOff();
    await expect.poll(() => news.calls, { timeout: 120_000 }).toBeGreaterThan(before);
    await sql`notify florin_test`.execute(test.db);
    await expect.poll(() => news.calls).toBeGreaterThan(before + 1);
    await listening.close();
  });

  it('sends what it was given while it was cut off, and goes on sending after it', async () => {
    const own = listen(test.url, { log });
    await own.ready();
    const other = listen(test.url, { log });
    const texts: string[] = [];
    other.wake('florin_test', (text) => texts.push(text));
    await other.ready();
    await cutOff();
    await expect.poll(() => own.notifier.isReady(), { interval: 1 }).toBe(false);
    own.notifier.send('florin_test', 'cut off');
    await expect.poll(() => texts, { timeout: 120_000 }).toContain('cut off');
    own.notifier.send('florin_test', 'afterwards');
    await expect.poll(() => texts).toContain('afterwards');
    await Promise.all([own.close(), other.close()]);
  });

  it('gives up a connection that no longer answers, and sends by another one', async () => {
    const { relay, url } = await relayTest();
    await using _ = relay;
    const [own, other] = [listen(url, { log }), listen(test.url, { log })];
    const texts: string[] = [];
    other.wake('florin_test', (text) => texts.push(text));
    await Promise.all([own.ready(), other.ready()]);
    relay.mute(true);
    own.notifier.send('florin_test', 'not answered');
    await expect.poll(() => texts).toContain('not answered');
    relay.mute(false);
    own.notifier.send('florin_test', 'afterwards');
    await expect.poll(() => texts).toContain('afterwards');
    await Promise.all([own.close(), other.close()]);
  });

  it('can be closed while what it sent is not answered', async () => {
    const { relay, url } = await relayTest();
    await using _ = relay;
    const own = listen(url, { log });
    await own.ready();
    relay.mute(true);
    own.notifier.send('florin_test', 'not answered');
    await own.close();
    expect(own.notifier.isReady()).toBe(false);
  });

  it('can be closed while no server answers', async () => {
    const listening = listen('postgres://nobody@localhost:1/none', { log });
    await listening.close();
  });

  it('sends to its own listeners at once and once, and to those of other processes', async () => {
    const [own, other] = [listen(test.url, { log }), listen(test.url, { log })];
    const ownTexts: string[] = [];
    const otherTexts: string[] = [];
    own.wake('florin_test', (text) => ownTexts.push(text));
    other.wake('florin_test', (text) => otherTexts.push(text));
    expect(own.notifier.isReady()).toBe(false);
    await Promise.all([own.ready(), other.ready()]);
    for (const texts of [ownTexts, otherTexts]) texts.length = 0;
    own.notifier.send('florin_test', 'one');
    own.notifier.send('florin_test', 'two');
    own.notifier.send('florin_test', 'two');
    await Promise.resolve();
    expect(ownTexts).toEqual(['one', 'two', 'two']);
    await expect.poll(() => otherTexts).toEqual(['one', 'two']);
    // What others send still comes, and after all that was sent before it.
    await sql`select pg_notify('florin_test', 'three')`.execute(test.db);
    await expect.poll(() => ownTexts).toEqual(['one', 'two', 'two', 'three']);
    await Promise.all([own.close(), other.close()]);
  });

  it('sends what it was given before it closes, and nothing after', async () => {
    const [own, other] = [listen(test.url, { log }), listen(test.url, { log })];
    const texts: string[] = [];
    other.wake('florin_test', (text) => texts.push(text));
    await Promise.all([own.ready(), other.ready()]);
    texts.length = 0;
    own.notifier.send('florin_test', 'one');
    own.notifier.send('florin_test', 'two');
    await own.close();
    await expect.poll(() => texts).toEqual(['one', 'two']);
    expect(own.notifier.isReady()).toBe(false);
    await other.close();
  });

  it('refuses a name that could end the statement it is written into', async () => {
    const listening = listen(test.url, { log });
    expect(() => listening.wake('x; drop table account', () => undefined)).toThrow('no name');
    await listening.close();
  });
});
