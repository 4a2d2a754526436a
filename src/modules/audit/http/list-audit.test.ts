import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Context } from '#context.ts';
import { systemClock } from '#kit/clock.ts';
import { idMaker } from '#kit/ulid.ts';
import { transact } from '#platform/db/transact.ts';
import { testContext, testDatabase } from '../../../../tests/support/database.ts';
import { type KeyedAccount, keyedAccount } from '../../../../tests/support/keyed-account.ts';
import { moduleHost } from '../../../../tests/support/module-host.ts';
import { recordAudit } from '../record-audit.ts';
import { endpoints } from './index.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let host: Awaited<ReturnType<typeof moduleHost>>;
let ctx: Context;
let app: FastifyInstance;
beforeAll(async () => {
  database = await testDatabase();
  // Ids must sort by creation here, as they do with a clock that runs.
  ctx = testContext({ db: database.db, newId: idMaker(systemClock) });
  host = await moduleHost({ ctx, counts: database.pool, host: 'auth', endpoints });
  app = host.app;
});
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const newOwner = () => keyedAccount(ctx);

/** Records an entry about one object, as an operation of some module would. */
async function record({ accountId }: KeyedAccount, objectId: string, action = 'api_key.revoked') {
  const acting: Context = {
    ...ctx,
    actor: { kind: 'api_key', accountId, apiKeyId: 'key_1' },
    requestMetadata: {
      correlationId: 'call-1',
      ip: '203.0.113.7',
      origin: undefined,
      userAgent: undefined,
    },
  };
  const object = { kind: 'api_key', id: objectId };
  await transact(acting, (inside) =>
    recordAudit(inside, { accountId, action, object, details: { label: 'Till' } }),
  );
}

const Page = z.object({
  entries: z.array(z.looseObject({ id: z.string(), object: z.looseObject({ id: z.string() }) })),
  nextCursor: z.string().nullable(),
});

const send = (headers: Record<string, string>, query = '') =>
  app.inject({ url: `/v1/audit${query}`, headers });

async function list({ apiKey }: KeyedAccount, query = '') {
  const answer = await send({ 'x-api-key': apiKey }, query);
  expect(answer.statusCode).toBe(200);
  return Page.parse(answer.json());
}

/** Follows the cursors to the last page; answers the objects in the order of their entries. */
async function walk(owner: KeyedAccount, limit: number, filter = ''): Promise<string[]> {
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await list(owner, `?limit=${limit}${cursor && `&cursor=${cursor}`}${filter}`);
    expect(page.entries.length).toBeLessThanOrEqual(limit);
    seen.push(...page.entries.map(({ object }) => object.id));
    cursor = page.nextCursor;
  }
  return seen;
}

describe('200', () => {
  it('shows who did what to which object, from where and in which call', async () => {
    const owner = await newOwner();
    await record(owner, 'key_7');
    expect(await list(owner, '?objectId=key_7')).toEqual({
      entries: [
        {
          id: expect.any(String),
          actor: { kind: 'api_key', id: 'key_1' },
          action: 'api_key.revoked',
          object: { kind: 'api_key', id: 'key_7' },
          details: { label: 'Till' },
          ipAddress: '203.0.113.7',
          correlationId: 'call-1',
          createdAt: '2026-01-02T03:04:05.000Z',
        },
      ],
      nextCursor: null,
    });
  });

  it('still shows an entry whose address was erased, and one without a caller', async () => {
    const owner = await newOwner();
    const { accountId } = owner;
    await record(owner, 'key_1');
    await database.db.deleteFrom('audit_entry_metadata').execute();
    const object = { kind: 'account', id: accountId };
    await transact(ctx, (inside) =>
      recordAudit(inside, { accountId, action: 'rate_tier.set', object }),
    );
    expect((await list(owner)).entries).toMatchObject([
      { actor: { kind: 'system', id: null }, ipAddress: null, correlationId: null, details: {} },
      { actor: { kind: 'api_key' }, ipAddress: null, correlationId: 'call-1' },
      { action: 'api_key.created', object: { id: owner.apiKeyId } },
    ]);
  });

  it('shows the log of the own account only', async () => {
    const [one, two] = [await newOwner(), await newOwner()];
    await record(one, 'of_one');
    await record(two, 'of_two');
    expect(await walk(one, 10)).toEqual(['of_one', one.apiKeyId]);
    expect(await walk(one, 10, '&objectId=of_two')).toEqual([]);
    // A cursor is a position in one log and gives no access to another.
    const { entries } = await list(two);
    const foreign = await list(one, `?cursor=${entries[0]?.id}`);
    expect(foreign.entries.map(({ object }) => object.id)).toEqual(['of_one', one.apiKeyId]);
  });

  it('goes newest first over pages of any size, the last of which is marked', async () => {
    const owner = await newOwner();
    const ids = Array.from({ length: 7 }, (_, i) => `key_${i}`);
    for (const id of ids) await record(owner, id);
    const newestFirst = [...ids.toReversed(), owner.apiKeyId];
    for (const limit of [1, 2, 3, 8, 9, 100]) {
      expect(await walk(owner, limit)).toEqual(newestFirst);
    }
    expect((await list(owner, '?limit=8')).nextCursor).toBeNull();
  });

  it('keeps to one action, and to one object', async () => {
    const owner = await newOwner();
    for (const id of ['a', 'b', 'a']) {
      await record(owner, id, 'api_key.revoked');
      await record(owner, id, 'api_key.rotated');
    }
    expect(await walk(owner, 2, '&action=api_key.revoked')).toEqual(['a', 'b', 'a']);
    expect(await walk(owner, 1, '&objectId=a&action=api_key.rotated')).toEqual(['a', 'a']);
    expect(await walk(owner, 2, '&action=nothing.done')).toEqual([]);
  });

  it('gives each entry once and loses none while others are added', async () => {
    const owner = await newOwner();
    const before = Array.from({ length: 40 }, (_, i) => `before_${i}`);
    for (const id of before) await record(owner, id);
    let adding = true;
    let added = 0;
    const add = async () => {
      while (adding) {
        added += 1;
        await record(owner, `during_${added}`);
        // So many that they come in between, and so few that no limit is met.
        await wait(10);
      }
    };
    const adders = [add(), add(), add()];
    for (let round = 0; round < 5; round += 1) {
      const known = await walk(owner, 100);
      const seen = await walk(owner, 3);
      expect(new Set(seen).size).toBe(seen.length);
      // Whatever was there when the walk began.
      expect(seen).toEqual(expect.arrayContaining(known));
      expect(seen).toEqual(expect.arrayContaining(before));
    }
    adding = false;
    await Promise.all(adders);
    expect(added).toBeGreaterThan(10);
    expect((await walk(owner, 7)).length).toBe(1 + before.length + added);
  });
});

describe('400', () => {
  it.each([
    'limit=0',
    'limit=101',
    'limit=-1',
    'limit=1.5',
    'limit=many',
    'limit=',
    'limit=1&limit=2',
    'cursor=',
    'cursor=nonsense',
    `cursor=${'Z'.repeat(26)}`,
    `cursor=${'0'.repeat(27)}`,
    'action=',
    'action=%00',
    `objectId=${'x'.repeat(256)}`,
    'page=2',
  ])('refuses ?%s', async (query) => {
    const { apiKey } = await newOwner();
    const answer = await send({ 'x-api-key': apiKey }, `?${query}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ errors: [{ field: query.split('=')[0] }] });
  });
});

describe('401', () => {
  it('requires credentials, and takes no unknown ones', async () => {
    for (const headers of [{}, { 'x-api-key': 'nothing' }, { authorization: 'Bearer nothing' }]) {
      expect((await send(headers)).statusCode).toBe(401);
    }
  });
});
