import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { lowestUlid } from '#kit/ulid.ts';
import { type OpenDatabase, openDatabase } from '#platform/db/pool.ts';
import { TEST_TIME } from '../../../../tests/support/context.ts';
import { testContext, testDatabase } from '../../../../tests/support/database.ts';
import { expectFewReads } from '../../../../tests/support/few-reads.ts';
import { seeded } from '../../../../tests/support/seeded.ts';
import { writeRequests } from '../../../../tests/support/write-requests.ts';
import { findShownPage } from './shown.ts';

const HOUR_MS = 3_600_000;
const BEGIN = TEST_TIME.getTime() - 30 * 24 * HOUR_MS;

let database: Awaited<ReturnType<typeof testDatabase>>;
let single: OpenDatabase;
let ctx: Context;
beforeAll(async () => {
  database = await testDatabase();
  single = openDatabase(database.url, { log: pino({ level: 'silent' }), connectionsMax: 1 });
  ctx = testContext({ db: single.db });
  await sql`insert into account (id, name, created_at)
    select 'account_' || n, 'A shop', now() from generate_series(1, 3) n`.execute(ctx.db);
});
afterAll(async () => {
  await single.close();
  await database[Symbol.asyncDispose]();
});

let written = 0;

/** Writes so many requests that are created in an hour, of which one in so many pays the wallet that is seldom paid, or none. */
async function write(
  accountId: string,
  { hour, count, oneIn }: { hour: number; count: number; oneIn: number | null },
) {
  const time = lowestUlid(new Date(BEGIN + hour * HOUR_MS)).slice(0, 10);
  const payee = sql<string>`case when n % ${oneIn}::integer = 0 then '0xseldom' else '0xpayee' end`;
  const numbers = { from: written + 1, to: written + count };
  await writeRequests(ctx.db, { accountId, ...numbers, time, payee });
  written += count;
}

const SELDOM = { clientIdId: undefined, payeeAddress: '0xseldom', linkFlow: undefined };

const read = async (accountId: string, hour: number, page: { limit: number; offset: number }) => {
  const now = () => new Date(BEGIN + hour * HOUR_MS);
  const { total, requests } = await findShownPage({ ...ctx, now }, { accountId, ...SELDOM }, page);
  return { total, ids: requests.map(({ id }) => id) };
};

/** All that pay the wallet, newest first. */
async function allOf(accountId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from request where account_id = ${accountId} and payee_address = '0xseldom'
    order by id desc`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

/** A request, counted from the newest, leaves the list or joins it. */
async function moveOne(offset: number): Promise<void> {
  await sql`
    update request set payee_address = case payee_address when '0xpayee' then '0xseldom' else '0xpayee' end
    where id = (select id from request where account_id = 'account_1'
      order by id desc offset ${offset} limit 1)`.execute(ctx.db);
}

describe('pages of a list that little of an account is in', () => {
  it('are exact while it grows, stands still and loses and gains old rows', async () => {
    const next = seeded(2026);
    const from = (max: number) => Math.floor(next() * max);
    const expectPage = async (hour: number, all: readonly string[], offset: number) => {
      const limit = 1 + from(120);
      expect(await read('account_1', hour, { offset, limit })).toEqual({
        total: all.length,
        ids: all.slice(offset, offset + limit),
      });
    };
    for (let hour = 0; hour < 60; hour += 1) {
      const oneIn = [null, 3, 40][from(3)] ?? null;
      await write('account_1', { hour, count: 100 + from(400), oneIn });
      if (from(3) === 0) await moveOne(from(from(2) === 0 ? Math.min(written, 2_000) : written));
      const all = await allOf('account_1');
      for (const offset of [from(30), from(all.length + 2), from(all.length + 2)])
        await expectPage(hour + from(3), all, offset);
    }
    const { rows } = await sql<{ kept: bigint; whole: bigint }>`
      select count(*) as kept, count(*) filter (where position % 100 = 0) as whole
      from list_position where account_id = 'account_1'`.execute(ctx.db);
    // One that is begun, and no other.
    expect(Number(rows[0]?.kept)).toBeGreaterThan(2);
    expect(Number(rows[0]?.kept) - Number(rows[0]?.whole)).toBeLessThan(2);
  });

  it('are read without looking at what lies between, or is newer', async () => {
    await write('account_2', { hour: 0, count: 24_000, oneIn: 20 });
    await write('account_2', { hour: 1, count: 9_000, oneIn: null });
    await sql`vacuum (analyze) request`.execute(ctx.db);
    const all = await allOf('account_2');
    await read('account_2', 9, { limit: 1, offset: 0 });
    for (const offset of [0, 100, 495, 700, all.length - 20]) {
      const read20 = () => read('account_2', 9, { limit: 20, offset });
      expect(await read20()).toEqual({ total: all.length, ids: all.slice(offset, offset + 20) });
      // The page itself, by its rows and those of the keys that say where.
      await expectFewReads(
        { db: ctx.db, tables: ['request'], rowsMax: 60, blocksMax: 300 },
        read20,
      );
    }
  });

  it('have the places also of a step whose rows follow each other, where much lies before it', async () => {
    await write('account_3', { hour: 0, count: 1_000, oneIn: 1 });
    await write('account_3', { hour: 1, count: 3_000, oneIn: null });
    // Of two steps, one is counted in the same hour as what lies before it, and one, begun earlier, is completed later.
    await write('account_3', { hour: 2, count: 100, oneIn: 1 });
    await write('account_3', { hour: 3, count: 3_000, oneIn: null });
    await write('account_3', { hour: 4, count: 60, oneIn: 1 });
    await read('account_3', 9, { limit: 1, offset: 0 });
    await write('account_3', { hour: 10, count: 1_100, oneIn: 20 });
    await read('account_3', 19, { limit: 1, offset: 0 });
    const { rows } = await sql`
      select position, cardinality(places) as places from list_position
      where account_id = 'account_3' order by position`.execute(ctx.db);
    const dense = Array.from({ length: 10 }, (_, i) => ({
      position: BigInt(100 * (i + 1)),
      places: null,
    }));
    expect(rows).toEqual([
      ...dense,
      { position: 1_100n, places: 100 },
      { position: 1_200n, places: 100 },
      { position: 1_215n, places: 15 },
    ]);
  });
});
