import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { elapsedMs } from '#kit/clock.ts';
import { transact } from '#platform/db/transact.ts';
import { feedHost, tokensOf } from '../../../../tests/support/feed-host.ts';
import { type KeyedAccount, keyedAccount } from '../../../../tests/support/keyed-account.ts';

let feed: Awaited<ReturnType<typeof feedHost>>;
let url: string;
beforeAll(async () => {
  feed = await feedHost();
  url = await feed.host.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => feed[Symbol.asyncDispose]());

/** Opens a stream; `read` answers the next block of it, and undefined at its end. */
async function follow({ apiKey }: KeyedAccount, headers: Record<string, string> = {}, at = url) {
  const abort = new AbortController();
  const answer = await fetch(`${at}/v2/events`, {
    headers: { 'x-api-key': apiKey, accept: 'text/event-stream', ...headers },
    signal: abort.signal,
  });
  const reader = (answer.ok ? answer.body : undefined)
    ?.pipeThrough(new TextDecoderStream())
    .getReader();
  let rest = '';
  const read = async (): Promise<string | undefined> => {
    for (;;) {
      const end = rest.indexOf('\n\n');
      if (end >= 0) {
        const block = rest.slice(0, end);
        rest = rest.slice(end + 2);
        return block;
      }
      const { value, done } = (await reader?.read()) ?? { done: true };
      if (done) return undefined;
      rest += value;
    }
  };
  return { answer, read, close: () => abort.abort() };
}

/** An account whose events fill the buffers of a connection. */
async function withMuchToRead() {
  const owner = await keyedAccount(feed.ctx);
  const long = 'x'.repeat(50_000);
  await transact(feed.ctx, async (inside) => {
    for (let i = 0; i < 200; i += 1) await feed.recordIn(inside, owner, `${i}_${long}`);
  });
  await feed.caughtUp();
  return owner;
}

/** Asks a host for a stream, and reads nothing of the answer. */
async function readNothing({ app }: typeof feed.host, { apiKey }: KeyedAccount) {
  const at = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(at.port), at.hostname).pause();
  socket.on('error', () => undefined);
  const head = ['GET /v2/events?limit=100 HTTP/1.1', `host: ${at.host}`];
  const headers = ['accept: text/event-stream', `x-api-key: ${apiKey}`];
  socket.write(`${[...head, ...headers].join('\r\n')}\r\n\r\n`);
  return socket;
}

/** How many statements wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await sql`
    select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
    where not granted and datname = current_database()`.execute(feed.ctx.db);
  return rows.length;
}

const Block = /^id: (\S+)\ndata: (.+)$/;
const Data = z.looseObject({ payload: z.looseObject({ paymentToken: z.string() }) });

/** The next `count` events of a stream, by the links that they name, with their cursors. */
async function readEvents(stream: Awaited<ReturnType<typeof follow>>, count: number) {
  const found: { token: string; cursor: string }[] = [];
  while (found.length < count) {
    const block = await stream.read();
    if (block === undefined) throw new Error('the stream ended early');
    const [, cursor = '', data] = Block.exec(block) ?? [];
    if (data === undefined) continue;
    found.push({ cursor, token: Data.parse(JSON.parse(data)).payload.paymentToken });
  }
  return found;
}

describe('200 after waiting', () => {
  it('answers as soon as an event is there, and empty when none came', async () => {
    const owner = await keyedAccount(feed.ctx);
    const begin = elapsedMs();
    const before = feed.polls();
    const waiting = feed.list(owner, '?wait=20');
    await expect.poll(feed.polls).toBeGreaterThan(before);
    await feed.record(owner, 'one');
    expect(tokensOf(await waiting)).toEqual(['one']);
    // Long before the wait is over.
    expect(elapsedMs() - begin).toBeLessThan(15_000);
    const { cursor } = await feed.walk(owner, 10);
    const later = elapsedMs();
    expect(await feed.list(owner, `?wait=1&cursor=${cursor}`)).toMatchObject({ events: [] });
    expect(elapsedMs() - later).toBeGreaterThanOrEqual(990);
  });

  it('waits for what comes after the call with the cursor now', async () => {
    const owner = await keyedAccount(feed.ctx);
    await feed.record(owner, 'before');
    const before = feed.polls();
    const waiting = feed.list(owner, '?cursor=now&wait=20');
    await expect.poll(feed.polls).toBeGreaterThan(before);
    await feed.record(owner, 'after');
    expect(tokensOf(await waiting)).toEqual(['after']);
  });

  it('does not wait for events of others', async () => {
    const [one, two] = [await keyedAccount(feed.ctx), await keyedAccount(feed.ctx)];
    const waiting = feed.list(one, '?wait=1');
    await feed.record(two, 'of_two');
    expect(tokensOf(await waiting)).toEqual([]);
  });

  it('answers at once when the host closes', async () => {
    const owner = await keyedAccount(feed.ctx);
    const other = await feed.open();
    const at = await other.app.listen({ host: '127.0.0.1', port: 0 });
    const headers = { 'x-api-key': owner.apiKey };
    const before = feed.polls();
    const waiting = fetch(`${at}/v2/events?wait=30`, { headers }).then((answer) => answer.json());
    await expect.poll(feed.polls).toBeGreaterThan(before);
    const begin = elapsedMs();
    await other[Symbol.asyncDispose]();
    expect(await waiting).toMatchObject({ events: [] });
    // Long before the wait is over.
    expect(elapsedMs() - begin).toBeLessThan(20_000);
  });

  it('does not let one account wait in more than twenty calls at once', async () => {
    const owner = await keyedAccount(feed.ctx);
    const before = feed.polls();
    const waiting = Array.from({ length: 20 }, () => feed.list(owner, '?wait=30'));
    await expect.poll(feed.polls).toBeGreaterThanOrEqual(before + 20);
    const begin = elapsedMs();
    expect(tokensOf(await feed.list(owner, '?wait=30'))).toEqual([]);
    // Long before the wait is over.
    expect(elapsedMs() - begin).toBeLessThan(20_000);
    await feed.record(owner, 'one');
    for (const page of await Promise.all(waiting)) expect(tokensOf(page)).toEqual(['one']);
  });
});

describe('200 as a stream', () => {
  it('sends earlier events and then new ones, and continues where it was cut', async () => {
    const owner = await keyedAccount(feed.ctx);
    await feed.record(owner, 'one');
    await feed.record(owner, 'two');
    const stream = await follow(owner);
    expect(stream.answer.headers.get('content-type')).toContain('text/event-stream');
    expect(await stream.read()).toBe('retry: 1000');
    const [one, two] = await readEvents(stream, 2);
    expect([one?.token, two?.token]).toEqual(['one', 'two']);
    await feed.record(owner, 'three');
    expect(await readEvents(stream, 1)).toMatchObject([{ token: 'three' }]);
    stream.close();
    const resumed = await follow(owner, { 'last-event-id': one?.cursor ?? '' });
    expect(await readEvents(resumed, 2)).toMatchObject([{ token: 'two' }, { token: 'three' }]);
    resumed.close();
  });

  it('sends its cursor before the first event, so that nothing is lost from there on', async () => {
    const owner = await keyedAccount(feed.ctx);
    const stream = await follow(owner);
    await stream.read();
    const [, cursor = ''] = /^id: (\S+)$/.exec((await stream.read()) ?? '') ?? [];
    stream.close();
    await feed.record(owner, 'one');
    const resumed = await follow(owner, { 'last-event-id': cursor });
    expect(await readEvents(resumed, 1)).toMatchObject([{ token: 'one' }]);
    resumed.close();
  });

  it('sends no faster than is read, and all of it', async () => {
    const owner = await keyedAccount(feed.ctx);
    const long = 'x'.repeat(20_000);
    for (let i = 0; i < 4; i += 1) {
      await transact(feed.ctx, async (inside) => {
        for (let k = 0; k < 100; k += 1)
          await feed.recordIn(inside, owner, `${i * 100 + k}_${long}`);
      });
    }
    const stream = await follow(owner);
    await wait(300);
    const found = await readEvents(stream, 400);
    expect(found.map(({ token }) => Number(token.split('_')[0]))).toEqual(
      Array.from({ length: 400 }, (_, i) => i),
    );
    stream.close();
  });

  it('leaves a reader that reads no more when the host closes', async () => {
    const owner = await withMuchToRead();
    const other = await feed.open();
    const socket = await readNothing(other, owner);
    await wait(1_000);
    // Closing would wait for its reader for ever.
    await other[Symbol.asyncDispose]();
    socket.destroy();
  });

  it('leaves one whose first events are still read from the database when the host closes', async () => {
    const owner = await withMuchToRead();
    const other = await feed.open();
    const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const locking = transact(feed.ctx, async ({ db }) => {
      await sql`lock table event in access exclusive mode`.execute(db);
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    const socket = await readNothing(other, owner);
    await expect.poll(countWaiting).toBeGreaterThan(0);
    const closing = other[Symbol.asyncDispose]();
    release.resolve();
    await locking;
    // Much less than a stream lives.
    const late = wait(60_000, 'late', { ref: false });
    expect(await Promise.race([closing.then(() => 'closed'), late])).toBe('closed');
    socket.destroy();
  });

  it('ends when the host closes', async () => {
    const owner = await keyedAccount(feed.ctx);
    const other = await feed.open();
    const at = await other.app.listen({ host: '127.0.0.1', port: 0 });
    const stream = await follow(owner, {}, at);
    await stream.read();
    await stream.read();
    await other[Symbol.asyncDispose]();
    expect(await stream.read()).toBeUndefined();
  });
});

describe('400', () => {
  it('refuses to continue after an invalid cursor', async () => {
    const owner = await keyedAccount(feed.ctx);
    const { answer } = await follow(owner, { 'last-event-id': 'nonsense' });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ errors: [{ field: 'cursor' }] });
  });
});

describe('429', () => {
  it('gives one account twenty streams, and a place again when one is closed', async () => {
    const owner = await keyedAccount(feed.ctx);
    const streams = await Promise.all(Array.from({ length: 20 }, () => follow(owner)));
    expect(streams.map(({ answer }) => answer.status)).toEqual(Array(20).fill(200));
    const refused = await follow(owner);
    expect(refused.answer.status).toBe(429);
    expect(refused.answer.headers.get('retry-after')).toBe('1');
    expect(await refused.answer.json()).toMatchObject({ code: 'too_many_streams' });
    expect((await follow(await keyedAccount(feed.ctx))).answer.status).toBe(200);
    streams[0]?.close();
    // The host notices it a moment later.
    await expect.poll(async () => (await follow(owner)).answer.status).toBe(200);
  });
});
