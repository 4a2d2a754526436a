import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { openOutbound } from '#platform/outbound/outbound.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { insertAccount } from '../../../tests/support/payable-link.ts';
import { until, type WebhookWorld, webhookWorld } from '../../../tests/support/webhook-world.ts';
import { webhookSweeps } from './sweeps.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let world: WebhookWorld;
let ctx: Context;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});
beforeEach(async () => {
  world = await webhookWorld(database.db);
  ctx = world.ctx;
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
});

async function attemptsOf(deliveryId: string) {
  return await database.db
    .selectFrom('webhook_attempt')
    .select(['retry_count', 'response_status', 'failure', 'response_excerpt'])
    .where('webhook_delivery_id', '=', deliveryId)
    .orderBy('retry_count')
    .execute();
}

describe('a delivery', () => {
  it('carries the event, signed over the raw body, and is done with the first 2xx', async () => {
    const hook = await world.receiver();
    const accountId = await insertAccount(ctx.db);
    const { secret } = await world.endpointAt(hook.url, { accountId });
    await world.recordTestEvent(accountId);
    world.startSweeps();
    await until(async () => (await world.deliveries())[0]?.status === 'delivered');

    expect(hook.posts).toHaveLength(1);
    const [post] = hook.posts;
    const [delivery] = await world.deliveries();
    expect(post?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-delivery': delivery?.id,
      'x-service-retry-count': '0',
      'user-agent': 'Florin-Webhooks/1',
      'x-service-signature': createHmac('sha256', secret)
        .update(post?.body ?? '')
        .digest('hex'),
    });
    expect(post?.headers).not.toHaveProperty('x-service-test');
    expect(JSON.stringify(JSON.parse(post?.body ?? ''))).toBe(post?.body);
    expect(await attemptsOf(delivery?.id ?? '')).toEqual([
      { retry_count: 0, response_status: 204, failure: null, response_excerpt: null },
    ]);
    expect(delivery?.finished_at).not.toBeNull();
  });

  it('carries a second family of headers and another processor name where configured', async () => {
    const hook = await world.receiver();
    const accountId = await insertAccount(ctx.db);
    await world.endpointAt(hook.url, { accountId });
    await world.recordTestEvent(accountId);
    world.startSweeps({
      headerFamily: 'x-other',
      processorNames: { 'service-network': 'other-network' },
    });
    await until(() => hook.posts.length === 1);
    const headers = hook.posts[0]?.headers ?? {};
    for (const name of ['signature', 'delivery', 'retry-count']) {
      expect(headers[`x-other-${name}`]).toBe(headers[`x-service-${name}`]);
    }
    expect(JSON.parse(hook.posts[0]?.body ?? '').paymentProcessor).toBe('other-network');
  });

  it('is signed as Standard Webhooks are, by the secret before too until its time is over', async () => {
    const hook = await world.receiver();
    const accountId = await insertAccount(ctx.db);
    const { id, secret } = await world.endpointAt(hook.url, { accountId });
    const rotate = async (until: Date) => {
      const old = ctx.vault.seal('the old secret');
      const older = ctx.vault.seal('an older secret');
      await database.db
        .updateTable('webhook_endpoint')
        .set({
          previous_secret_sealed: old.bytes,
          previous_secret_key_version: old.keyVersion,
          previous_secret_until: until,
          earlier_secrets: JSON.stringify([
            {
              sealed: older.bytes.toString('base64'),
              keyVersion: older.keyVersion,
              until: until.toISOString(),
            },
          ]),
        })
        .where('id', '=', id)
        .execute();
    };
    world.startSweeps();
    await rotate(new Date(ctx.now().getTime() + 60_000));
    await world.recordTestEvent(accountId);
    await until(() => hook.posts.length === 1);
    await rotate(ctx.now());
    await world.recordTestEvent(accountId);
    await until(() => hook.posts.length === 2);
    const signers = [[secret, 'the old secret', 'an older secret'], [secret]];
    for (const [index, { headers, body }] of hook.posts.entries()) {
      const text = `${headers['x-service-delivery']}.${headers['webhook-timestamp']}.${body}`;
      const signed = signers[index]?.map(
        (key) => `v1,${createHmac('sha256', key).update(text).digest('base64')}`,
      );
      expect(headers['webhook-signature']).toBe(signed?.join(' '));
      expect(headers['webhook-id']).toBe(headers['x-service-delivery']);
      const ageMs = ctx.now().getTime() - Number(headers['webhook-timestamp']) * 1000;
      expect(ageMs).toBeLessThan(60_000);
    }
  });

  it('carries no headers of Standard Webhooks where an operator disables them', async () => {
    const hook = await world.receiver();
    const accountId = await insertAccount(ctx.db);
    await world.endpointAt(hook.url, { accountId });
    await world.recordTestEvent(accountId);
    world.startSweeps({ standardHeaders: false });
    await until(() => hook.posts.length === 1);
    expect(hook.posts[0]?.headers).not.toHaveProperty('webhook-signature');
  });

  it('stores the beginning of the receiver’s answer', async () => {
    const hook = await world.receiver(() => ({ status: 400, body: 'Kein Kunde №7\0!' }));
    const accountId = await insertAccount(ctx.db);
    await world.endpointAt(hook.url, { accountId });
    await world.recordTestEvent(accountId);
    world.startSweeps();
    await until(async () => ((await world.deliveries())[0]?.attempts ?? 0) > 0);
    const [delivery] = await world.deliveries();
    expect((await attemptsOf(delivery?.id ?? ''))[0]).toMatchObject({
      response_status: 400,
      response_excerpt: 'Kein Kunde №7!',
    });
  });

  it('is tried four times at the given waits, with one id and one body, and then kept as failed', async () => {
    const hook = await world.receiver((_post, count) => (count === 2 ? 302 : 500));
    const accountId = await insertAccount(ctx.db);
    await world.endpointAt(hook.url, { accountId });
    await world.recordTestEvent(accountId);
    world.startSweeps();
    await until(async () => (await world.deliveries())[0]?.status === 'failed');

    expect(hook.posts.map((post) => post.headers['x-service-retry-count'])).toEqual([
      '0',
      '1',
      '2',
      '3',
    ]);
    expect(new Set(hook.posts.map((post) => post.headers['x-service-delivery'])).size).toBe(1);
    expect(new Set(hook.posts.map((post) => post.body)).size).toBe(1);
    const gaps = hook.posts.slice(1).map((post, index) => post.at - (hook.posts[index]?.at ?? 0));
    for (const [index, delayMs] of [20, 60, 120].entries()) {
      expect(gaps[index]).toBeGreaterThanOrEqual(delayMs - 2);
    }
    const [delivery] = await world.deliveries();
    expect(delivery?.attempts).toBe(4);
    expect((await attemptsOf(delivery?.id ?? '')).map((row) => row.response_status)).toEqual([
      500, 302, 500, 500,
    ]);
  });

  it.each<['hang' | 'reset', RegExp]>([
    ['hang', /within 500 ms/],
    ['reset', /no answer/],
  ])(
    'to a receiver with the behaviour %s is a failed attempt and tried again',
    async (does, failure) => {
      const hook = await world.receiver((_post, count) => (count === 1 ? does : 200));
      const accountId = await insertAccount(ctx.db);
      await world.endpointAt(hook.url, { accountId });
      await world.recordTestEvent(accountId);
      world.startSweeps({ timeoutMs: 500 });
      await until(async () => (await world.deliveries())[0]?.status === 'delivered');
      const [delivery] = await world.deliveries();
      const attempts = await attemptsOf(delivery?.id ?? '');
      // On a busy machine the answer to the second may be late as well.
      const statuses = attempts.map((row) => row.response_status);
      expect(statuses.length).toBeGreaterThan(1);
      expect(statuses).toEqual([...statuses.slice(1).map(() => null), 200]);
      expect(attempts[0]?.failure).toMatch(failure);
    },
  );

  it('without a listening receiver is a failed attempt too', async () => {
    const accountId = await insertAccount(ctx.db);
    await world.endpointAt('http://127.0.0.1:1/hook', { accountId });
    await world.recordTestEvent(accountId);
    world.startSweeps();
    await until(async () => (await world.deliveries())[0]?.status === 'failed');
    const [delivery] = await world.deliveries();
    expect((await attemptsOf(delivery?.id ?? ''))[0]?.failure).toMatch(/ECONNREFUSED/);
  });
});

describe('under failures', () => {
  it('several workers share the work and nothing is sent twice', async () => {
    const hook = await world.receiver();
    const accountId = await insertAccount(ctx.db);
    await world.endpointAt(hook.url, { accountId });
    for (let count = 0; count < 300; count += 1) await world.recordTestEvent(accountId);
    // What a slow machine answers late is not to end, and be tried again: longer than this test may take.
    const timeoutMs = 180_000;
    for (let workers = 0; workers < 3; workers += 1) world.startSweeps({ timeoutMs });
    await until(async () => {
      const rows = await world.deliveries();
      return rows.length === 300 && rows.every((row) => row.status === 'delivered');
    });
    expect(hook.posts).toHaveLength(300);
    const ids = new Set(hook.posts.map((post) => post.headers['x-service-delivery']));
    expect(ids.size).toBe(300);
  });

  it('a worker that is killed in the middle loses nothing: its leases run out', async () => {
    const hook = await world.receiver();
    const accountId = await insertAccount(ctx.db);
    await world.endpointAt(hook.url, { accountId });
    await world.recordTestEvent(accountId);
    // The first worker claims and posts, and is gone before it can write down the end.
    const dying: Context = {
      ...ctx,
      newOrderedId: () => {
        throw new Error('killed');
      },
    };
    const [fan, deliver] = webhookSweeps({
      outbound: openOutbound({ privateAddresses: 'allow' }),
      timeoutMs: 300,
    });
    await expect(fan?.run(dying, new AbortController().signal)).rejects.toThrow(/killed/);
    expect(await world.outboxLength()).toBe(1);
    await fan?.run(ctx, new AbortController().signal);
    const silenced: Context = { ...ctx, db: failingAfter(ctx, 1) };
    await deliver?.run(silenced, new AbortController().signal);
    await until(() => hook.posts.length === 1);
    await deliver?.drain?.(silenced);
    expect(await world.deliveries()).toMatchObject([{ status: 'pending', attempts: 0 }]);

    world.startSweeps();
    await wait(50);
    expect(hook.posts).toHaveLength(1);
    await database.db.updateTable('webhook_delivery').set({ due_at: ctx.now() }).execute();
    await until(async () => (await world.deliveries())[0]?.status === 'delivered');
    expect(hook.posts.map((post) => post.headers['x-service-retry-count'])).toEqual(['0', '0']);
    expect(new Set(hook.posts.map((post) => post.headers['x-service-delivery'])).size).toBe(1);
    const [delivery] = await world.deliveries();
    expect(await attemptsOf(delivery?.id ?? '')).toHaveLength(1);
  });

  it('an endpoint that always hangs does not delay another', async () => {
    const slow = await world.receiver(() => 'hang');
    const quick = await world.receiver();
    const hanging = await insertAccount(ctx.db);
    const healthy = await insertAccount(ctx.db);
    await world.endpointAt(slow.url, { accountId: hanging });
    await world.endpointAt(quick.url, { accountId: healthy });
    for (let count = 0; count < 400; count += 1) await world.recordTestEvent(hanging);
    world.startSweeps({ timeoutMs: 5_000 });
    await until(() => slow.posts.length >= 16);
    await Promise.all(Array.from({ length: 50 }, () => world.recordTestEvent(healthy)));
    await until(() => quick.posts.length >= 50);
    // Had the others waited for these to be given up, more would have been sent.
    expect(slow.posts.length).toBeLessThanOrEqual(32);
  });

  it('more endpoints than may be served at once are all served in turn', async () => {
    const hooks = await Promise.all(Array.from({ length: 24 }, () => world.receiver()));
    const accountId = await insertAccount(ctx.db);
    for (const { url } of hooks) await world.endpointAt(url, { accountId });
    for (let count = 0; count < 50; count += 1) await world.recordTestEvent(accountId);
    world.startSweeps();
    await until(() => hooks.every(({ posts }) => posts.length === 50));
  });

  it('stopping waits for what is under way and writes it down', async () => {
    const hook = await world.receiver();
    const accountId = await insertAccount(ctx.db);
    await world.endpointAt(hook.url, { accountId });
    for (let count = 0; count < 20; count += 1) await world.recordTestEvent(accountId);
    const sweeps = world.startSweeps();
    await until(() => hook.posts.length > 0);
    await sweeps.stop();
    const done = (await world.deliveries()).filter((row) => row.status === 'delivered');
    expect(done).toHaveLength(hook.posts.length);
  });
});

/** The database as a process sees it that is cut off after so many statements. */
function failingAfter({ db }: Context, statements: number): Context['db'] {
  let left = statements;
  return db.withPlugin({
    transformQuery: ({ node }) => {
      left -= 1;
      if (left < 0) throw new Error('cut off');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
}
