import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transact } from '#platform/db/transact.ts';
import { feedHost, tokensOf } from '../../../../tests/support/feed-host.ts';
import { keyedAccount } from '../../../../tests/support/keyed-account.ts';

let feed: Awaited<ReturnType<typeof feedHost>>;
beforeAll(async () => {
  feed = await feedHost();
});
afterAll(() => feed[Symbol.asyncDispose]());

describe('200', () => {
  it('shows what was recorded, with its payload as it was', async () => {
    const owner = await keyedAccount(feed.ctx);
    const id = await feed.record(owner, 'one');
    const page = await feed.list(owner);
    expect(page).toEqual({
      events: [
        {
          id,
          cursor: expect.any(String),
          type: 'link.expired',
          createdAt: '2026-01-02T03:04:05.000Z',
          schemaVersion: 1,
          securePaymentToken: null,
          payload: {
            event: 'link.expired',
            securePaymentToken: 'one',
            paymentToken: 'one',
            expiresAt: '2026-01-02T03:04:05.000Z',
            timestamp: '2026-01-02T03:04:05.000Z',
          },
        },
      ],
      nextCursor: expect.any(String),
      hasMore: false,
    });
    expect(await feed.list(owner, `?cursor=${page.events[0]?.cursor}`)).toMatchObject({
      events: [],
    });
  });

  it('goes oldest first over pages of any size, and on from the last one', async () => {
    const owner = await keyedAccount(feed.ctx);
    const tokens = Array.from({ length: 7 }, (_, i) => `link_${i}`);
    for (const token of tokens) await feed.record(owner, token);
    for (const limit of [1, 2, 3, 6, 7, 8, 100]) {
      const { tokens: seen, cursor } = await feed.walk(owner, limit);
      expect(seen).toEqual(tokens);
      expect(await feed.walk(owner, limit, cursor)).toMatchObject({ tokens: [] });
    }
    const { cursor } = await feed.walk(owner, 2);
    await feed.record(owner, 'later');
    expect((await feed.walk(owner, 2, cursor)).tokens).toEqual(['later']);
  });

  it('keeps the order of several events of one transaction', async () => {
    const owner = await keyedAccount(feed.ctx);
    await transact(feed.ctx, async (inside) => {
      for (const token of ['a', 'b', 'c']) await feed.recordIn(inside, owner, token);
    });
    await feed.caughtUp();
    expect((await feed.walk(owner, 1)).tokens).toEqual(['a', 'b', 'c']);
  });

  it('shows the events of the own account only, with any cursor', async () => {
    const [one, two] = [await keyedAccount(feed.ctx), await keyedAccount(feed.ctx)];
    await feed.record(one, 'of_one');
    await feed.record(two, 'of_two');
    await feed.record(one, 'of_one');
    expect((await feed.walk(one, 10)).tokens).toEqual(['of_one', 'of_one']);
    const [foreign] = (await feed.list(two)).events;
    expect(tokensOf(await feed.list(one, `?cursor=${foreign?.cursor}`))).toEqual(['of_one']);
  });

  it('returns the requested types only', async () => {
    const owner = await keyedAccount(feed.ctx);
    await feed.record(owner, 'one');
    const page = await feed.list(owner, '?type=payment.confirmed,payment.partial');
    expect(page).toMatchObject({ events: [], hasMore: false });
    await feed.record(owner, 'two');
    expect(
      tokensOf(await feed.list(owner, `?type=link.expired&cursor=${page.nextCursor}`)),
    ).toEqual(['two']);
    expect(tokensOf(await feed.list(owner, '?type=payment.partial,link.expired'))).toEqual([
      'one',
      'two',
    ]);
  });

  it('begins behind everything with the cursor now', async () => {
    const owner = await keyedAccount(feed.ctx);
    await feed.record(owner, 'before');
    const { events, nextCursor } = await feed.list(owner, '?cursor=now');
    expect(events).toEqual([]);
    await feed.record(owner, 'after');
    expect(tokensOf(await feed.list(owner, `?cursor=${nextCursor}`))).toEqual(['after']);
  });
});

describe('no event appears behind a cursor', () => {
  it('withholds events that a running transaction may still precede', async () => {
    const owner = await keyedAccount(feed.ctx);
    const start = (await feed.list(owner, '?cursor=now')).nextCursor;
    const wrote = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const slow = transact(feed.ctx, async (inside) => {
      await feed.recordIn(inside, owner, 'slow');
      wrote.resolve();
      await mayEnd.promise;
    });
    await wrote.promise;
    await transact(feed.ctx, (inside) => feed.recordIn(inside, owner, 'quick'));
    const early = await feed.list(owner, `?cursor=${start}`);
    expect(tokensOf(early)).toEqual([]);
    mayEnd.resolve();
    await slow;
    await feed.caughtUp();
    expect((await feed.walk(owner, 1, early.nextCursor)).tokens).toEqual(['slow', 'quick']);
  });

  it('loses and repeats nothing while many transactions write at once', async () => {
    const owner = await keyedAccount(feed.ctx);
    const written: string[] = [];
    let writing = true;
    const write = async (name: string) => {
      for (let i = 0; i < 40; i += 1) {
        await transact(feed.ctx, async (inside) => {
          await feed.recordIn(inside, owner, `${name}_${i}`);
          await wait((i * 7) % 11);
        });
        written.push(`${name}_${i}`);
      }
    };
    const writers = Promise.all(['a', 'b', 'c', 'd'].map(write)).then(() => {
      writing = false;
    });
    const seen: string[] = [];
    for (let cursor: string | undefined, last = false; !last; ) {
      last = !writing;
      if (last) await feed.caughtUp();
      const part = await feed.walk(owner, 3, cursor);
      seen.push(...part.tokens);
      cursor = part.cursor;
      await wait(5);
    }
    await writers;
    expect(seen.toSorted()).toEqual(written.toSorted());
    expect((await feed.walk(owner, 100)).tokens).toEqual(seen);
  });
});

describe('400', () => {
  it.each([
    'limit=0',
    'limit=101',
    'limit=many',
    'cursor=',
    'cursor=nonsense',
    `cursor=${'Z'.repeat(64)}`,
    `cursor=${Buffer.from('-1.').toString('base64url')}`,
    `cursor=${Buffer.from("1.'; drop").toString('base64url')}`,
    'type=',
    'type=link.expired,',
    'type=nothing.happened',
    'type=%00',
    'wait=31',
    'wait=-1',
    'wait=0.5',
    'page=2',
  ])('refuses ?%s', async (query) => {
    const { apiKey } = await keyedAccount(feed.ctx);
    const answer = await feed.send({ 'x-api-key': apiKey }, `?${query}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ errors: [{ field: query.split('=')[0] }] });
  });
});

describe('401', () => {
  it('requires valid credentials, also for a stream', async () => {
    for (const accept of ['application/json', 'text/event-stream']) {
      for (const headers of [{ accept }, { accept, 'x-api-key': 'nothing' }]) {
        expect((await feed.send(headers)).statusCode).toBe(401);
      }
    }
  });
});
