import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { daysBetween } from '#kit/calendar-days.ts';
import { dayOf } from '#platform/db/day-buckets.ts';
import { TEST_TIME } from '../../../../tests/support/context.ts';
import { testContext, testDatabase } from '../../../../tests/support/database.ts';
import { expectFewReads, flushStatistics } from '../../../../tests/support/few-reads.ts';
import { singleConnection } from '../../../../tests/support/single-connection.ts';
import { writeUnchecked } from '../../../../tests/support/write-unchecked.ts';
import { viewPaymentFigures } from '../view-payment-figures.ts';

/** More than are read again each time, over four days up to the time of the tests. */
const ROWS = 9_000;
/** Of the last day, which is not over. */
const ROWS_OF_TODAY = 384;
const DAYS = 3;

let database: Awaited<ReturnType<typeof testDatabase>>;
let ctx: Context;
beforeAll(async () => {
  database = await testDatabase();
  ctx = testContext({
    db: database.db,
    actor: { kind: 'api_key', accountId: 'account', apiKeyId: 'key' },
  });
  await sql`insert into account (id, name, created_at)
    values ('account', 'A shop', now()), ('other', 'Another', now())`.execute(ctx.db);
  for (const insert of [REQUESTS, LINKS, ITEMS, TRANSFERS, PAYMENTS, UNDONE])
    await writeUnchecked(ctx.db, insert);
  await flushStatistics(database.pool);
});
beforeEach(() => sql`delete from payment_day`.execute(ctx.db));
afterAll(() => database[Symbol.asyncDispose]());

const WANTED = sql`from generate_series(1, ${ROWS}::integer) n`;
const id = sql`'row_' || lpad(n::text, 5, '0')`;
const hash = sql`sha256(n::text::bytea)`;
/** As random as may be, from 0 up to a number. */
const some = (what: string, below: number) =>
  sql`(('x' || substr(md5(${sql.lit(what)} || n::text), 1, 7))::bit(28)::integer % ${sql.lit(below)})`;
/** One each 30 seconds or so. */
const received = sql`(${TEST_TIME}::timestamptz - ${DAYS} * interval '24 hours'
  + (n * ${(DAYS * 86_400) / ROWS}::float8) * interval '1 second')`;
const account = sql`case when ${some('account', 50)} = 0 then 'other' else 'account' end`;

const REQUESTS = sql`
  insert into request (id, account_id, request_id, payment_reference, reference_key, salt, status, network,
    kind, currency_id, token_address, payee_address, expected_units, fee_units, paid_units, created_at,
    origin_form, flow)
  select ${id}, ${account}, '01' || lpad(to_hex(n), 64, '0'), '0x' || lpad(to_hex(n), 16, '0'), ${hash},
    lpad(to_hex(n), 16, '0'), 'paid', 'sepolia', 'token', 'USDC-sepolia', '0xtoken', '0xpayee', 1, 0, 1,
    -- Some are created after their block.
    ${received} - (${some('age', 4_000_000)} - 1000) * interval '1 second' * ${some('scale', 3)} / 2,
    case when ${some('fee', 9)} = 0 then 'fee' else 'request' end,
    case when ${some('flow', 9)} = 0 then 'outgoing' else 'incoming' end ${WANTED}`;
const LINKS = sql`
  insert into secure_payment (token, account_id, payment_type, flow, status, created_at, expires_at)
  select ${id}, ${account}, 'single', case when ${some('link', 3)} = 0 then 'outgoing' else 'incoming' end,
    'completed', now(), now() ${WANTED}`;
const ITEMS = sql`
  insert into secure_payment_request (secure_payment_token, position, request_id, superseded)
  select ${id}, 0, ${id}, ${some('superseded', 3)} = 0 ${WANTED} where ${some('linked', 2)} = 0`;
const TRANSFERS = sql`
  insert into chain_transfer (id, account_id, request_id, status, network, block_number, block_hash, block_time,
    transaction_hash, log_index, payer_address, claimed_units, credited_units, fee_units, fee_address, seen_at,
    confirmed_at)
  select ${id}, ${account}, ${id}, case when ${some('undone', 20)} = 0 then 'undone' else 'finalized' end,
    'sepolia', n, ${hash}, ${received}, ${hash}, 0, '0xpayer', 1, 1, 0, '0xdead', now(),
    case when ${some('unknown', 20)} > 0 then
      ${received} + (${some('confirmed', 90_000)} - 500) * interval '1 millisecond' end ${WANTED}`;
const PAYMENTS = sql`
  insert into payment (id, account_id, request_id, chain_transfer_id, network, currency_id, amount_units, fee_units,
    token_units, payer_address, transaction_hash, late, received_at)
  select ${id}, ${account}, ${id}, ${id}, 'sepolia',
    case when ${some('currency', 4)} = 0 then 'FAU-sepolia' else 'USDC-sepolia' end, 1 + ${some('units', 1000)}, 0,
    case when ${some('converted', 4)} = 0 then 5000000000000000000000000000 end, '0xpayer', ${hash}, false,
    ${received} ${WANTED}`;
const UNDONE = sql`
  insert into payment_undo (payment_id, undone_at)
  select ${id}, now() ${WANTED} where ${some('undone', 20)} = 0`;

const range = (timeZone: string, [from, to]: readonly [string, string]) => ({
  ...{ from, to, timeZone },
  days: daysBetween(from, to, timeZone),
});
const ALL = ['2025-12-29', '2026-01-02'] as const;
const view = (timeZone = 'UTC', dates: readonly [string, string] = ALL) =>
  viewPaymentFigures(ctx, range(timeZone, dates));

/** The same, as a statement that reads everything says it. */
async function computePlainly(timeZone = 'UTC', dates: readonly [string, string] = ALL) {
  const { days } = range(timeZone, dates);
  const paid = sql`
    select ${dayOf(sql`payment.received_at`, days)} as day, payment.currency_id, payment.token_units,
      case when request.flow = 'outgoing' or link.flow = 'outgoing' then 'outgoing' else 'incoming' end as flow,
      greatest(0, extract(epoch from transfer.confirmed_at - request.created_at))::float8 as settled,
      greatest(0, extract(epoch from transfer.confirmed_at - transfer.block_time))::float8 as confirmed,
      transfer.confirmed_at is not null as is_known
    from active_payment payment
    join request on request.id = payment.request_id
    join active_transfer transfer on transfer.id = payment.chain_transfer_id
    left join secure_payment_request asked on asked.request_id = request.id and not asked.superseded
    left join secure_payment link on link.token = asked.secure_payment_token
    where payment.account_id = 'account' and request.origin_form <> 'fee'
      and payment.received_at >= ${days.at(0)?.start} and payment.received_at < ${days.at(-1)?.end}`;
  const volumes = await sql<Record<string, string>>`
    select day::text, flow, currency_id, count(*)::text as payments, sum(token_units)::text as units
    from (${paid}) paid group by 1, 2, 3 order by 1, 2, 3`.execute(ctx.db);
  const percentile = (share: number, of: string) =>
    sql`percentile_cont(${sql.lit(share)}::float8) within group (order by ${sql.ref(of)})`;
  const durations = await sql<Record<string, number | null>>`
    select day, count(*)::integer as payments, ${percentile(0.5, 'settled')} as "settledP50",
      ${percentile(0.95, 'settled')} as "settledP95", ${percentile(0.5, 'confirmed')} as "confirmedP50",
      ${percentile(0.95, 'confirmed')} as "confirmedP95"
    from (${paid}) paid where flow = 'incoming' and is_known
    group by grouping sets ((day), ()) having count(*) > 0 order by day nulls last`.execute(ctx.db);
  return {
    volumes: volumes.rows,
    durations: durations.rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, rounded(value)])),
    ),
  };
}

/** To the millisecond. */
const rounded = (value: number | null) => value && Math.round(value * 1_000) / 1_000;

/** What was answered, in the form of `computePlainly`. */
function plain(answer: Awaited<ReturnType<typeof view>>, timeZone = 'UTC', dates = ALL) {
  const { days } = range(timeZone, dates);
  const dayNumber = (date: string) => days.findIndex((day) => day.date === date);
  const decimals = (currency: string) => (currency === 'FAU-sepolia' ? 18 : 6);
  const unitsOf = (amount: string, currency: string) => {
    const [whole = '', fraction = ''] = amount.split('.');
    return String(BigInt(whole + fraction.padEnd(decimals(currency), '0')));
  };
  const volumes = answer.volumes.flatMap(({ flow, currency, days: each }) =>
    each.map(({ date, payments, amount }) => ({
      ...{ day: String(dayNumber(date)), flow, currency_id: currency, payments: String(payments) },
      units: unitsOf(amount, currency),
    })),
  );
  const place = ({ day, flow, currency_id: currency }: (typeof volumes)[number]) =>
    `${day} ${flow} ${currency}`;
  const { days: ofDays, ...altogether } = answer.durations;
  return {
    volumes: volumes.toSorted((a, b) => (place(a) < place(b) ? -1 : 1)),
    durations: [...ofDays, { date: null, ...altogether }].map((one) => ({
      day: one.date === null ? null : dayNumber(one.date),
      payments: one.payments,
      settledP50: one.settled?.p50Seconds,
      settledP95: one.settled?.p95Seconds,
      confirmedP50: one.confirmed?.p50Seconds,
      confirmedP95: one.confirmed?.p95Seconds,
    })),
  };
}

async function keptDays(): Promise<readonly string[]> {
  const { rows } = await sql<{ starts_at: Date }>`
    select starts_at from payment_day order by starts_at`.execute(ctx.db);
  return rows.map((row) => row.starts_at.toISOString().slice(0, 10));
}

const PAST_DAYS = ['2025-12-29', '2025-12-30', '2025-12-31', '2026-01-01'];

describe('figures of many payments', () => {
  it.each(['UTC', 'Asia/Kathmandu', 'America/St_Johns'])(
    'are those of all payments added up, also once days are kept: %s',
    async (timeZone) => {
      const expected = await computePlainly(timeZone);
      expect(expected.volumes.length).toBeGreaterThan(12);
      expect(plain(await view(timeZone), timeZone)).toEqual(expected);
      expect((await keptDays()).length).toBeGreaterThan(2);
      expect(plain(await view(timeZone), timeZone)).toEqual(expected);
      // What was kept for one zone is right in another.
      expect(plain(await view())).toEqual(await computePlainly());
    },
  );

  it('are kept of whole days that are over, also of those without payments', async () => {
    await view('UTC', ['2025-12-20', '2026-01-02']);
    expect(await keptDays()).toEqual([
      ...Array.from({ length: 9 }, (_, i) => `2025-12-${20 + i}`),
      ...PAST_DAYS,
    ]);
  });

  it('are not kept of an hour ago, nor by the clock of a process that runs ahead', async () => {
    await viewPaymentFigures(
      { ...ctx, now: () => new Date('2026-01-02T00:59:59.999Z') },
      range('UTC', ALL),
    );
    expect(await keptDays()).toEqual(PAST_DAYS.slice(0, 3));
    const ahead = { ...ctx, now: () => new Date('2999-01-01T00:00:00.000Z') };
    const day = new Date().toISOString().slice(0, 10);
    await viewPaymentFigures(ahead, range('UTC', ['2025-12-29', day]));
    expect(await keptDays()).not.toContain(day);
  });

  it('are not read again: of the second time only those of today are', async () => {
    await view();
    await flushStatistics(database.pool);
    await using single = singleConnection(database.url);
    const one = { ...ctx, db: single.db };
    const reading = {
      db: one.db,
      tables: ['payment', 'request', 'chain_transfer', 'secure_payment'],
      rowsMax: 3 * ROWS_OF_TODAY,
    };
    await expectFewReads(reading, () => viewPaymentFigures(one, range('UTC', ALL)));
  });

  it('are read and not kept while somebody changes what is in lists of the account', async () => {
    await ctx.db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock_shared(
        hashtextextended('list positions of account', 0))`.execute(trx);
      expect(plain(await view())).toEqual(await computePlainly());
    });
    expect(await keptDays()).toEqual([]);
  });

  it('are right for two who read them at the same time', async () => {
    const answers = await Promise.all([view(), view(), view()]);
    const expected = await computePlainly();
    for (const answer of answers) expect(plain(answer)).toEqual(expected);
    expect(await keptDays()).toEqual(PAST_DAYS);
  });
});

it('figures of few payments are not kept', async () => {
  const dates = ['2025-12-30', '2025-12-30'] as const;
  expect(await view('UTC', dates)).toMatchObject({ durations: { days: [{ date: dates[0] }] } });
  expect(await keptDays()).toEqual([]);
});

describe('a change of what was paid on a day that is kept', () => {
  const OTHER_DAYS = PAST_DAYS.filter((date) => date !== '2025-12-31');
  const inDay = sql`received_at >= '2025-12-31T00:00Z' and received_at < '2026-01-01T00:00Z'`;
  const oneOf = (condition: ReturnType<typeof sql>) => sql`(
    select payment.id from active_payment payment join request on request.id = payment.request_id
    where payment.account_id = 'account' and request.origin_form <> 'fee' and ${inDay} and ${condition}
    order by payment.id limit 1)`;
  const changes = {
    'a payment that comes late': sql`
      insert into payment (id, account_id, request_id, chain_transfer_id, network, currency_id, amount_units,
        fee_units, payer_address, transaction_hash, late, received_at)
      select 'late', account_id, request_id, 'late', network, currency_id, 7, 0, payer_address,
        transaction_hash, false, received_at from payment where id = ${oneOf(sql`true`)}`,
    'a payment that a reorg takes back': sql`
      insert into payment_undo (payment_id, undone_at) values (${oneOf(sql`true`)}, now())`,
    'a request that no link asks for any more': sql`
      update secure_payment_request set superseded = true where request_id = ${oneOf(sql`request.flow = 'incoming'
        and exists (select from secure_payment_request asked
          join secure_payment link on link.token = asked.secure_payment_token
          where asked.request_id = request.id and not asked.superseded and link.flow = 'outgoing')`)}`,
  };
  beforeAll(() =>
    writeUnchecked(
      ctx.db,
      sql`insert into chain_transfer (id, account_id, request_id, status, network, block_number, block_hash,
          block_time, transaction_hash, log_index, payer_address, claimed_units, credited_units, fee_units,
          fee_address, seen_at, confirmed_at)
        select 'late', account_id, request_id, 'finalized', network, 0, block_hash, block_time, transaction_hash,
          1, payer_address, 7, 7, 0, fee_address, now(), block_time + interval '1 hour'
        from chain_transfer where id = ${oneOf(sql`true`)}`,
    ),
  );

  it.each(Object.entries(changes))('removes it: %s', async (_what, change) => {
    const before = await computePlainly();
    await view();
    await change.execute(ctx.db);
    const after = await computePlainly();
    expect(after).not.toEqual(before);
    expect(await keptDays()).toEqual(OTHER_DAYS);
    // Alone it has too few payments to be kept again.
    expect(plain(await view())).toEqual(after);
    expect(await keptDays()).toEqual(OTHER_DAYS);
  });

  it('removes it also where it was kept while the transaction of the change was open', async () => {
    await ctx.db.transaction().execute(async (trx) => {
      await changes['a payment that a reorg takes back'].execute(trx);
      await view();
      expect(await keptDays()).toEqual(PAST_DAYS);
    });
    expect(await keptDays()).toEqual(OTHER_DAYS);
    expect(plain(await view())).toEqual(await computePlainly());
  });
});
