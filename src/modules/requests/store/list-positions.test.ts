import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { lowestUlid } from '#kit/ulid.ts';
import { TEST_TIME } from '../../../../tests/support/context.ts';
import { testContext, testDatabase } from '../../../../tests/support/database.ts';
import { writeRequests } from '../../../../tests/support/write-requests.ts';
import { BY_ID, countList, type GrowingList } from './list-positions.ts';
import { findShownPage, type RequestFilter } from './shown.ts';

/** Enough for positions at each hundred up to 1,700, and a part of the next ones. */
const ROWS = 1_728;
const DAY_MS = 86_400_000;
const OLD = lowestUlid(new Date(TEST_TIME.getTime() - DAY_MS)).slice(0, 10);
const PRESENT = lowestUlid(TEST_TIME).slice(0, 10);

let database: Awaited<ReturnType<typeof testDatabase>>;
let ctx: Context;
beforeAll(async () => {
  database = await testDatabase();
  ctx = testContext({ db: database.db });
  await sql`insert into account (id, name, created_at)
    select 'account_' || n, 'A shop', now() from generate_series(1, 2) n`.execute(ctx.db);
  await write('account_1', [1, ROWS], OLD);
  await write('account_2', [ROWS + 1, ROWS + 3], OLD);
  await sql`vacuum (analyze) request`.execute(ctx.db);
});
afterAll(() => database[Symbol.asyncDispose]());

/** Requests of these numbers, every third of which pays another wallet. */
async function write(accountId: string, [from, to]: readonly [number, number], time: string) {
  const payee = sql<string>`case when n % 3 = 0 then '0xother' else '0xpayee' end`;
  await writeRequests(ctx.db, { accountId, from, to, time, payee });
}

const ALL: RequestFilter = {
  accountId: 'account_1',
  clientIdId: undefined,
  payeeAddress: undefined,
  linkFlow: undefined,
};

const page = async (offset: number, filter: Partial<RequestFilter> = {}) => {
  const { total, requests } = await findShownPage(ctx, { ...ALL, ...filter }, { limit: 3, offset });
  return {
    total,
    numbers: requests.map(({ requestId }) => Number.parseInt(requestId.slice(2), 16)),
  };
};

async function keptOf(accountId: string) {
  const { rows } = await sql<{ list: string; position: bigint; row_id: string }>`
    select list, position, row_id from list_position where account_id = ${accountId}
    order by list, position`.execute(ctx.db);
  return rows.map((row) => [row.list, Number(row.position), Number(row.row_id.slice(10))]);
}

const WHOLE: GrowingList = {
  accountId: 'account_1',
  name: 'requests',
  ...rows(sql`select id from request where account_id = 'account_1' and origin_form <> 'fee'`),
  order: BY_ID,
};

function rows(query: GrowingList['rows']): Pick<GrowingList, 'rows' | 'allRows' | 'unfiltered'> {
  return { rows: query, allRows: query, unfiltered: query };
}

describe('a list of many rows', () => {
  it('is paged alike before and after positions are kept, near and far', async () => {
    const offsets = [0, 199, 201, 728, 1_227, 1_228, 1_725, 1_727, 1_728, 9_000];
    const before = [];
    for (const offset of offsets) {
      await sql`delete from list_position`.execute(ctx.db);
      before.push(await page(offset));
    }
    await countList(ctx, WHOLE);
    expect(await keptOf('account_1')).toEqual([
      ...Array.from({ length: 17 }, (_, i) => ['requests', 100 * (i + 1), 100 * (i + 1)]),
      ['requests', ROWS, ROWS],
    ]);
    const after = [];
    for (const offset of offsets) after.push(await page(offset));
    expect(after).toEqual(before);
    expect(after[3]).toEqual({ total: ROWS, numbers: [1_000, 999, 998] });
    expect(after[7]).toEqual({ total: ROWS, numbers: [1] });
    expect(after[9]).toEqual({ total: ROWS, numbers: [] });
  });

  it('is counted from its last kept position, with what came since', async () => {
    await countList(ctx, WHOLE);
    await sql`update list_position set position = position + 7 where position = ${ROWS}`.execute(
      ctx.db,
    );
    expect(await countList(ctx, WHOLE)).toBe(ROWS + 7);
    await sql`update list_position set position = ${ROWS} where position = ${ROWS + 7}`.execute(
      ctx.db,
    );
    await write('account_1', [90_001, 90_002], PRESENT);
    expect(await page(0)).toEqual({ total: ROWS + 2, numbers: [90_002, 90_001, ROWS] });
    expect(await page(1_000)).toMatchObject({ numbers: [730, 729, 728] });
    await sql`delete from request where id like ${`${PRESENT}%`}`.execute(ctx.db);
  });

  it('keeps no position of what may still get rows before it', async () => {
    await sql`delete from list_position`.execute(ctx.db);
    const anHourAgo = { ...ctx, now: () => new Date(TEST_TIME.getTime() - DAY_MS + 3_600_000) };
    expect(await countList(anHourAgo, WHOLE)).toBe(ROWS);
    expect(await keptOf('account_1')).toEqual([['requests', 0, 0]]);
    await sql`delete from list_position`.execute(ctx.db);
  });

  it('keeps none of a short list, and none twice', async () => {
    const short = {
      ...WHOLE,
      accountId: 'account_2',
      ...rows(sql`select id from request where account_id = 'account_2'`),
    };
    expect(await countList(ctx, short)).toBe(3);
    expect(await keptOf('account_2')).toEqual([]);
    await Promise.all([1, 2, 3].map(() => countList(ctx, WHOLE)));
    expect(await keptOf('account_1')).toHaveLength(18);
  });
});

describe('a list with a filter', () => {
  const paying = { payeeAddress: '0xpayee' };

  it('has positions of its own', async () => {
    const first = await page(600, paying);
    expect(await page(600, paying)).toEqual(first);
    const kept = (await keptOf('account_1')).filter(([list]) => list !== 'requests');
    expect(kept.map(([, position, row]) => [position, row])).toEqual([
      // Two of three: the hundredth is that of 149.
      ...Array.from({ length: 11 }, (_, i) => [100 * (i + 1), 150 * (i + 1) - 1]),
      [1_152, 1_727],
    ]);
    expect(first.total).toBe(ROWS - Math.floor(ROWS / 3));
  });

  it('loses those behind a row that leaves it, and the whole list does not', async () => {
    await countList(ctx, WHOLE);
    await page(600, paying);
    const before = await page(1_100, paying);
    const moved = `${OLD}${'1000'.padStart(16, '0')}`;
    await sql`update request set payee_address = '0xother' where id = ${moved}`.execute(ctx.db);
    const kept = await keptOf('account_1');
    expect(kept.filter(([list]) => list === 'requests')).toHaveLength(18);
    expect(kept.filter(([list]) => list !== 'requests')).toHaveLength(6);
    expect(await page(1_099, paying)).toEqual({
      total: before.total - 1,
      numbers: before.numbers,
    });
  });

  it('keeps no positions while a transaction changes what is in it', async () => {
    await sql`delete from list_position`.execute(ctx.db);
    await ctx.db.transaction().execute(async (db) => {
      await sql`select remove_list_positions('account_1', '', null)`.execute(db);
      expect(await countList(ctx, WHOLE)).toBe(ROWS);
      expect(await keptOf('account_1')).toEqual([]);
    });
    await countList(ctx, WHOLE);
    expect(await keptOf('account_1')).toHaveLength(18);
  });
});
