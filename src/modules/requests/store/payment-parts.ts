import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#context.ts';
import { splitIntoChunks } from '#kit/chunks.ts';
import { flowOf } from '../model/payable-request.ts';
import { type PaymentPart, QUARTER_MS } from '../model/payment-part.ts';
import { isFewer } from './is-fewer.ts';
import { isOfFlow } from './payment-sets.ts';

/** No more payments than this are read again each time; of more, what was read of whole days is kept. */
const FEW = 5_000;
const DAY_MS = 86_400_000;
/**
 * No payment comes into a day that ended so long ago without removing it: at least the half hour of the triggers of migrations 0071 and 0077, and the longest that a
 * transaction is open.
 */
const ENDED_MS = 3_600_000;
/** Days of which what is kept is read by one statement: a quarter of a year, so that a year is not held several times over. */
const DAYS_AT_ONCE = 92;
/** A double as `float8send` writes it. */
const DOUBLE_BYTES = 8;

/** A period of an account's payments, by the times of their blocks; `until` is behind it. */
interface Period {
  readonly accountId: string;
  readonly from: Date;
  readonly until: Date;
}

interface PartRow {
  readonly quarter: number;
  readonly flow: string;
  readonly network: string;
  readonly currencyId: string;
  readonly payments: number;
  readonly tokenUnits: string;
  readonly settled: Buffer;
  readonly confirmed: Buffer;
}

type NoPart = { readonly [Key in keyof PartRow]: PartRow[Key] | null };

/**
 * What the payments of a period moved and how long they took. What is kept of whole days is not read again; where much else is in the
 * period, what is read of days that nothing comes into any more is kept.
 */
export async function findPaymentParts(
  ctx: Context,
  period: Period,
): Promise<readonly PaymentPart[]> {
  const parts: PaymentPart[] = [];
  for (const days of splitIntoChunks(daysOf(period), DAYS_AT_ONCE)) {
    const [first, last] = [days[0], days.at(-1)];
    if (first === undefined || last === undefined) continue;
    parts.push(...(await findPartsOfDays(ctx, { ...first, until: last.until })));
  }
  return parts;
}

async function findPartsOfDays(ctx: Context, period: Period): Promise<readonly PaymentPart[]> {
  const kept = await readKept(ctx, period);
  const parts = [...kept.parts];
  for (const gap of gapsBetween(period, kept.days)) {
    const isFew = await isFewer(ctx, [sql`select from active_payment where ${isIn(gap)}`], FEW);
    for (const each of isFew ? [gap] : daysOf(gap)) {
      const rows = (isFew ? undefined : await keepDay(ctx, each)) ?? (await readParts(ctx, each));
      parts.push(...rows);
    }
  }
  return parts;
}

/** The days of UTC that a period is in, as much of each as is within it. */
function daysOf({ accountId, from, until }: Period): readonly Period[] {
  const days: Period[] = [];
  for (let time = from.getTime(); time < until.getTime(); ) {
    const end = Math.min(until.getTime(), startOfDay(time) + DAY_MS);
    days.push({ accountId, from: new Date(time), until: new Date(end) });
    time = end;
  }
  return days;
}

const startOfDay = (time: number) => Math.floor(time / DAY_MS) * DAY_MS;

/** What lies between days that are kept: periods as long as may be. */
function gapsBetween(period: Period, kept: ReadonlySet<number>): readonly Period[] {
  const gaps: Period[] = [];
  for (const day of daysOf(period)) {
    if (kept.has(startOfDay(day.from.getTime()))) continue;
    const last = gaps.at(-1);
    if (last?.until.getTime() === day.from.getTime())
      gaps.splice(-1, 1, { ...last, until: day.until });
    else gaps.push(day);
  }
  return gaps;
}

/** What is kept of a period, and which days are, by one statement: a day that goes meanwhile is read in both or in neither. */
async function readKept(ctx: Context, { accountId, from, until }: Period) {
  const firstDay = new Date(startOfDay(from.getTime()));
  const { rows } = await sql<{ readonly startsAt: Date } & NoPart>`
    select kept.starts_at as "startsAt", part.*
    from payment_day kept
    left join lateral ${partsOf(sql`kept`)} on part.quarter >= ${quarterOf(from)} and part.quarter < ${quarterOf(until)}
    where kept.account_id = ${accountId} and kept.starts_at >= ${firstDay} and kept.starts_at < ${until}`.execute(
    ctx.db,
  );
  return {
    days: new Set(rows.map(({ startsAt }) => startsAt.getTime())),
    parts: rows.filter(isPart).map(partFrom),
  };
}

const quarterOf = (time: Date) => Math.ceil(time.getTime() / QUARTER_MS);

/** Whether there is one: a day without payments has a row of nulls. */
function isPart<Row extends NoPart>(row: Row): row is Row & PartRow {
  return row.quarter !== null;
}

function partsOf(day: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`unnest(${day}.quarters, ${day}.flows, ${day}.networks, ${day}.currency_ids, ${day}.payments,
      ${day}.token_units, ${day}.settled, ${day}.confirmed)
    as part (quarter, flow, network, "currencyId", payments, "tokenUnits", settled, confirmed)`;
}

async function readParts(ctx: Context, period: Period): Promise<readonly PaymentPart[]> {
  const { rows } = await sql<PartRow>`${addedUp(period)}`.execute(ctx.db);
  return rows.map(partFrom);
}

/**
 * Reads a day of UTC and keeps what was read. Undefined where it is not whole, or something may still come into it, a transaction
 * changes what the account was paid, or it is kept already.
 */
async function keepDay(ctx: Context, day: Period): Promise<readonly PaymentPart[] | undefined> {
  const { accountId, from, until } = day;
  const isWhole = until.getTime() - from.getTime() === DAY_MS;
  const isPast = until.getTime() <= ctx.now().getTime() - ENDED_MS;
  if (!isWhole || !isPast || ctx.db.isTransaction) return undefined;
  return await ctx.db.transaction().execute(async (db) => {
    // As of those who keep positions: what changes a payment of the past takes it with others, and then removes the day.
    const lock = await sql<{ locked: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`list positions of ${accountId}`}, 0))
        as locked`.execute(db);
    if (lock.rows[0]?.locked !== true) return undefined;
    const { rows } = await sql<NoPart>`
      with stored as (
        insert into payment_day (account_id, starts_at, quarters, flows, networks, currency_ids,
          payments, token_units, settled, confirmed)
        select ${accountId}, ${from}, coalesce(array_agg(quarter), '{}'), coalesce(array_agg(flow), '{}'),
          coalesce(array_agg(network), '{}'), coalesce(array_agg("currencyId"), '{}'),
          coalesce(array_agg(payments), '{}'), coalesce(array_agg("tokenUnits"), '{}'),
          coalesce(array_agg(settled), '{}'), coalesce(array_agg(confirmed), '{}')
        from (${addedUp(day)}) part
        having ${until} <= now() - ${ENDED_MS} * interval '1 millisecond'
        on conflict do nothing
        returning *
      )
      select part.* from stored left join lateral ${partsOf(sql`stored`)} on true`.execute(db);
    return rows.length === 0 ? undefined : rows.filter(isPart).map(partFrom);
  });
}

/**
 * The payments of a period that stand, added up. What each belongs to is looked up by its key, which no plan of PostgreSQL
 * would do for some thousand of a million. Fees that are requests of their own are left out, as in the list of payments.
 */
function addedUp(period: Period): RawBuilder<unknown> {
  const { accountId } = period;
  const seconds = (start: RawBuilder<unknown>) =>
    // At least 0: clocks of chains run a little ahead of ours.
    sql`greatest(0, extract(epoch from transfer.confirmed_at - ${start}))::float8`;
  const received = sql`flow = 'incoming' and confirmed_at is not null`;
  return sql`
    select quarter, flow, network, currency_id as "currencyId", count(*)::integer as payments,
      sum(token_units)::text as "tokenUnits",
      coalesce(string_agg(float8send(settled), '') filter (where ${received}), '') as settled,
      coalesce(string_agg(float8send(confirmed), '') filter (where ${received}), '') as confirmed
    from (
      select trunc(extract(epoch from payment.received_at) * 1000 / ${sql.lit(QUARTER_MS)})::integer as quarter,
        case when request.flow = 'outgoing' or (${hasPayoutLinks(accountId)}
          and ${isOfFlow(sql`payment.request_id`, 'outgoing', 'few')})
          then 'outgoing' else 'incoming' end as flow,
        payment.network, payment.currency_id, payment.token_units, transfer.confirmed_at,
        ${seconds(sql`request.created_at`)} as settled, ${seconds(sql`transfer.block_time`)} as confirmed
      from active_payment payment
      cross join lateral (
        select flow, created_at from request
        where id = payment.request_id and origin_form <> 'fee' offset 0
      ) request
      cross join lateral (
        select block_time, confirmed_at from active_transfer
        where id = payment.chain_transfer_id offset 0
      ) transfer
      where ${isIn(period, sql`payment.`)}
    ) paid
    group by quarter, flow, network, currency_id`;
}

/** Whether an account has any, as most have none. */
function hasPayoutLinks(accountId: string): RawBuilder<boolean> {
  return sql`exists (select from secure_payment where account_id = ${accountId} and flow = 'outgoing')`;
}

function isIn({ accountId, from, until }: Period, of = sql``): RawBuilder<boolean> {
  return sql`${of}account_id = ${accountId} and ${of}received_at >= ${from} and ${of}received_at < ${until}`;
}

function partFrom(row: PartRow): PaymentPart {
  return {
    quarter: row.quarter,
    flow: flowOf(row.flow),
    network: row.network,
    currencyId: row.currencyId,
    payments: row.payments,
    tokenUnits: BigInt(row.tokenUnits),
    settled: doublesOf(row.settled),
    confirmed: doublesOf(row.confirmed),
  };
}

/** From the byte order of PostgreSQL's wire to that of the processors that Node runs on. */
function doublesOf(bytes: Buffer): Float64Array {
  const doubles = new Float64Array(bytes.length / DOUBLE_BYTES);
  Buffer.from(doubles.buffer).set(bytes);
  Buffer.from(doubles.buffer).swap64();
  return doubles;
}
