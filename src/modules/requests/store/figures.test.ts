import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { daysBetween } from '#kit/calendar-days.ts';
import { lowestUlid } from '#kit/ulid.ts';
import { dayOf } from '#platform/db/day-buckets.ts';
import { TEST_TIME } from '../../../../tests/support/context.ts';
import { testContext, testDatabase } from '../../../../tests/support/database.ts';
import { expectFewReads, flushStatistics } from '../../../../tests/support/few-reads.ts';
import { singleConnection } from '../../../../tests/support/single-connection.ts';
import { writeUnchecked } from '../../../../tests/support/write-unchecked.ts';
import { findRequestCounts } from './figures.ts';

/** So many each day. */
const ROWS = 400;
const DAYS = 8;
const DAY_MS = 86_400_000;

let database: Awaited<ReturnType<typeof testDatabase>>;
let ctx: Context;
beforeAll(async () => {
  database = await testDatabase();
  ctx = testContext({ db: database.db });
  await sql`insert into account (id, name, created_at)
    values ('account', 'A shop', now()), ('other', 'Another', now())`.execute(ctx.db);
  for (let day = 0; day < DAYS; day += 1) {
    const time = new Date(TEST_TIME.getTime() - day * DAY_MS);
    for (const insert of insertsOf(time, day)) await writeUnchecked(ctx.db, insert);
  }
  await writeUnchecked(ctx.db, PASSED);
  await flushStatistics(database.pool);
});
afterAll(() => database[Symbol.asyncDispose]());

const some = (what: string, below: number) =>
  sql`(('x' || substr(md5(${sql.lit(what)} || n::text), 1, 7))::bit(28)::integer % ${sql.lit(below)})`;
const account = sql`case when ${some('account', 20)} = 0 then 'other' else 'account' end`;
const isLinked = sql`${some('linked', 4)} < 3`;

function insertsOf(time: Date, day: number) {
  const wanted = sql`from generate_series(${day * ROWS + 1}::integer, ${(day + 1) * ROWS}::integer) n`;
  const id = sql`${lowestUlid(time).slice(0, 10)} || lpad(n::text, 16, '0')`;
  return [
    sql`insert into request (id, account_id, request_id, payment_reference, reference_key, salt, status, network,
        kind, currency_id, token_address, payee_address, expected_units, fee_units, paid_units, created_at,
        origin_form, flow)
      select ${id}, ${account}, '01' || lpad(to_hex(n), 64, '0'), '0x' || lpad(to_hex(n), 16, '0'),
        sha256(n::text::bytea), lpad(to_hex(n), 16, '0'),
        (array['paid', 'paid', 'partially_paid', 'created'])[1 + ${some('status', 4)}], 'sepolia', 'token',
        'USDC-sepolia', '0xtoken', '0xpayee', 1, 0, 1, ${time},
        case when ${some('fee', 9)} = 0 then 'fee' else 'request' end,
        case when ${some('flow', 5)} = 0 then 'outgoing' else 'incoming' end ${wanted}`,
    sql`insert into secure_payment (token, account_id, payment_type, flow, status, created_at, expires_at)
      select ${id}, ${account}, 'single', case when ${some('link', 3)} = 0 then 'outgoing' else 'incoming' end,
        (array['pending', 'completed', 'expired', 'invalidated', 'compliance_failed'])[1 + ${some('ended', 5)}],
        ${time}, ${time} ${wanted}`,
    sql`insert into secure_payment_request (secure_payment_token, position, request_id, superseded)
      select ${id}, 0, ${id}, ${some('superseded', 4)} = 0 ${wanted} where ${isLinked}`,
  ];
}

/** Some of the superseded are in a link of the newest day now. */
const PASSED = sql`
  insert into secure_payment_request (secure_payment_token, position, request_id)
  select (select max(token) from secure_payment where account_id = 'account' and flow = 'outgoing'), 100 + n, request_id
  from (
    select asked.request_id, row_number() over (order by asked.request_id) as n from secure_payment_request asked
    join request on request.id = asked.request_id and request.account_id = 'account' where asked.superseded
  ) one where n % 3 = 0`;

const range = (from: string, to: string) => ({
  accountId: 'account',
  days: daysBetween(from, to, 'UTC'),
});
const ALL = range('2025-12-26', '2026-01-02');
const TWO = range('2025-12-28', '2025-12-29');

async function countPlainly({ days }: ReturnType<typeof range>) {
  const { rows } = await sql`
    select ${dayOf(sql`request.created_at`, days)} as "day", coalesce(link.flow, request.flow) as "flow",
      count(*)::integer as "created", (count(*) filter (where request.status = 'paid'))::integer as "paid",
      (count(*) filter (where request.status <> 'paid'
        and link.status in ('expired', 'invalidated', 'compliance_failed')))::integer as "unpaid"
    from request
    left join secure_payment_request asked on asked.request_id = request.id and not asked.superseded
    left join secure_payment link on link.token = asked.secure_payment_token
    where request.account_id = 'account' and request.origin_form <> 'fee'
      and request.created_at >= ${days[0]?.start} and request.created_at < ${days.at(-1)?.end}
    group by 1, 2 order by 1, 2`.execute(ctx.db);
  return rows;
}

it.each([
  ['all days, by links', ALL, undefined],
  ['all days, by requests', ALL, 0],
  ['two days, by links', TWO, undefined],
  ['two days, by requests', TWO, 0],
  ['no day', range('2025-12-01', '2025-12-02'), undefined],
])('counts are those of each request with its link: %s', async (_name, days, few) => {
  const expected = await countPlainly(days);
  expect(await findRequestCounts(ctx, days, few)).toEqual(expected);
});

it('what is before the days is not read, however much there is', async () => {
  await using single = singleConnection(database.url);
  const one = { ...ctx, db: single.db };
  const tables = ['request', 'secure_payment', 'secure_payment_request'];
  // Requests of the two days are read by their day, by what is unpaid of them and by what is paid out; links by what is newer.
  await expectFewReads({ db: one.db, tables, rowsMax: 3 * 2 * ROWS }, () =>
    findRequestCounts(one, range('2026-01-01', '2026-01-02')),
  );
});
