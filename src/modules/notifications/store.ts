import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#context.ts';
import { lowestUlid } from '#kit/ulid.ts';
import type { Problem } from './model/problem.ts';

/** Which problems are read. */
interface ProblemPart {
  readonly accountId: string;
  /** What happened before is left out, where it does not last. */
  readonly since: Date;
  /** Keys that end later are left out. */
  readonly endsBy: Date;
  /** Of each kind. */
  readonly limit: number;
}

/** So many of the newest reverted payments are looked at; those that were paid again are left out. */
const REVERTED_MAX = 200;

/** Up to `limit` problems of each kind, from the view of each module, in one statement. */
export async function findProblems(ctx: Context, part: ProblemPart): Promise<readonly Problem[]> {
  const parts = [
    webhooks(part),
    heldPayments(part),
    recurringPayouts(part),
    payoutImports(ctx, part),
    returnedBankPayouts(part),
    revertedPayments(part),
    apiKeys(ctx, part),
  ];
  const { rows } = await sql<Problem>`${sql.join(parts, sql` union all `)}`.execute(ctx.db);
  return rows;
}

/** The columns of a part, in their order; those that are left out are null. */
interface Columns {
  readonly source: Problem['source'];
  readonly id?: RawBuilder<unknown>;
  readonly subjectId: RawBuilder<unknown>;
  readonly state?: RawBuilder<unknown>;
  readonly name?: RawBuilder<unknown>;
  readonly reason?: RawBuilder<unknown>;
  readonly units?: RawBuilder<unknown>;
  readonly currencyId?: RawBuilder<unknown>;
  readonly count?: RawBuilder<unknown>;
  readonly since?: RawBuilder<unknown>;
  readonly endsAt?: RawBuilder<unknown>;
}

const NONE = sql`null`;

function select({ source, subjectId, ...columns }: Columns): RawBuilder<unknown> {
  const { id = sql`problem.id`, state = sql`''`, name = NONE, reason = NONE } = columns;
  const { units = NONE, currencyId = NONE, count = NONE, endsAt = NONE } = columns;
  const { since = sql`problem.since` } = columns;
  return sql`select ${source}::text as source, ${id}::text as id, ${subjectId}::text as "subjectId",
    ${state}::text as state, ${name}::text as name, ${reason}::text as reason,
    ${units}::numeric as units, ${currencyId}::text as "currencyId", ${count}::integer as count,
    ${since}::timestamptz as since, ${endsAt}::timestamptz as "endsAt"`;
}

function webhooks({ accountId, limit }: ProblemPart): RawBuilder<unknown> {
  return sql`(${select({
    source: 'webhook',
    subjectId: sql`problem.id`,
    state: sql`case when problem.is_active then 'on' else 'off' end`,
    name: sql`problem.url`,
    reason: sql`case when problem.is_of_partner then 'partner' end`,
  })} from webhook_problem problem
    where problem.account_id = ${accountId} order by problem.id desc limit ${limit})`;
}

function heldPayments({ accountId, limit }: ProblemPart): RawBuilder<unknown> {
  return sql`(${select({
    source: 'held_payment',
    subjectId: sql`problem.request_id`,
    state: sql`problem.status`,
    units: sql`problem.token_units`,
    currencyId: sql`problem.currency_id`,
  })} from held_payment problem
    where problem.account_id = ${accountId} order by problem.id desc limit ${limit})`;
}

function recurringPayouts({ accountId, limit }: ProblemPart): RawBuilder<unknown> {
  return sql`(${select({
    source: 'recurring_payout',
    subjectId: sql`problem.id`,
    state: sql`problem.status`,
    name: sql`problem.reference`,
    reason: sql`case problem.status when 'paused' then problem.failure_reason else problem.shortage end`,
  })} from recurring_payout_problem problem
    where problem.account_id = ${accountId} order by problem.id desc limit ${limit})`;
}

/** Why rows wait stays written down when they no longer do. */
function payoutImports(ctx: Context, { accountId, since, limit }: ProblemPart) {
  const isReported = sql`(problem.status <> 'running' or problem.delayed_until > ${ctx.now()})`;
  return sql`(${select({
    source: 'payout_import',
    subjectId: sql`problem.id`,
    state: sql`problem.status`,
    name: sql`problem.file_name`,
    reason: sql`case when ${isReported} then problem.problem end`,
    count: sql`problem.refused_row_count`,
  })} from payout_import_problem problem
    where problem.account_id = ${accountId} and problem.id >= ${lowestUlid(since)}
      and (problem.refused_row_count > 0 or ${isReported})
    order by problem.id desc limit ${limit})`;
}

function returnedBankPayouts({ accountId, since, limit }: ProblemPart): RawBuilder<unknown> {
  return sql`(${select({
    source: 'returned_bank_payout',
    subjectId: sql`request.request_id`,
    state: sql`problem.status`,
    units: sql`problem.amount_units`,
    currencyId: sql`problem.currency_id`,
  })} from returned_bank_payout problem
    join request_summary request on request.id = problem.request_id
    where problem.account_id = ${accountId} and problem.since >= ${since}
    order by problem.since desc limit ${limit})`;
}

/** A member of an event's payload, read from the text: functions of JSON refuse texts with a NUL in them, which an event may hold. */
const textIn = (member: string) =>
  sql`substring(event.payload::text from ${`"${member}":"([0-9a-zA-Z.-]+)"`})`;

/** The newest of each request that is not paid now. */
function revertedPayments({ accountId, since, limit }: ProblemPart): RawBuilder<unknown> {
  return sql`(${select({
    source: 'reverted_payment',
    subjectId: sql`problem.request_id`,
    name: sql`problem.amount`,
  })} from (
      select distinct on (request.id) event.id, event.created_at as since, request.request_id,
        concat_ws(' ', ${textIn('amount')}, ${textIn('currency')}) as amount
      from (
        select id, account_id, created_at, payload from recorded_event
        where account_id = ${accountId} and type = 'payment.reverted' and id >= ${lowestUlid(since)}
        order by id desc limit ${REVERTED_MAX}
      ) event
      join request_summary request on request.account_id = event.account_id
        and request.request_id = ${textIn('requestId')}
      where request.status <> 'paid'
      order by request.id, event.id desc
    ) problem order by problem.id desc limit ${limit})`;
}

/** Keys that nobody uses may end. */
function apiKeys(ctx: Context, { accountId, since, endsBy, limit }: ProblemPart) {
  return sql`(${select({
    source: 'api_key',
    subjectId: sql`problem.id`,
    name: sql`problem.label`,
    since: NONE,
    endsAt: sql`problem.expires_at`,
  })} from expiring_api_key problem
    where problem.account_id = ${accountId}
      and problem.expires_at > ${ctx.now()} and problem.expires_at <= ${endsBy}
      and problem.last_used_at >= ${since}
    order by problem.expires_at limit ${limit})`;
}
