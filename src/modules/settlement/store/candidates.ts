import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#context.ts';

/** Of what a poll takes on, one in so many may be a request that none of its transfers completes. */
const REQUESTS_PER_ACCOUNT_SHARE = 5;
/** How many transfers of those a poll takes on, for each that completes its request. */
const PER_ACCOUNT_FACTOR = 5;
/** How many requests of an account are scanned to find those that wait longest. */
const REQUESTS_COMPARED_MAX = 200;

/** Which transfers a poll is for. */
export interface CandidateQuery {
  /** How many transfers that complete their requests. */
  readonly limit: number;
  /** None of these requests. */
  readonly exceptRequests: readonly string[];
  /** `asked`: also those that nodes must agree on, and whose check is due. */
  readonly agreement: 'none' | 'asked';
}

/** The parts of a statement that find candidates behind `scan`, which is where transfers may wait. */
export interface CandidateParts {
  /** Further parts of a recursive `with`. */
  readonly parts: RawBuilder<unknown>;
  /** Selects transfers with `by_amount`, and `lane` and `rank`, the order of settling. */
  readonly candidates: RawBuilder<unknown>;
}

/** Finds the oldest of each place where transfers wait: where there are fewer than the limit, all of them. */
export function oldestCandidates(ctx: Context, query: CandidateQuery): CandidateParts {
  const { limit } = query;
  const except = sql`${query.exceptRequests}::text[]`;
  return {
    parts: sql`oldest as (
      select t.*, scan.by_amount from scan cross join lateral (
        select * from active_transfer
        where status = 'seen' and agreement_due_at is null and network = scan.network
          and amount_step = scan.step and block_number <= scan.up_to
          and request_id <> all (${except})
        order by block_number limit ${limit}
      ) t
      union all
      select t.*, scan.by_amount from scan cross join lateral (
        select * from active_transfer
        where status = 'seen' and agreement_due_at <= ${ctx.now()}::timestamptz
          and network = scan.network and request_id <> all (${except})
        order by agreement_due_at limit ${limit}
      ) t
      where scan.step = 0 and ${query.agreement === 'asked'}::boolean
    )`,
    candidates: sql`
      select oldest.*, case when completes then 0 else 1 end as lane, 1::bigint as rank from oldest`,
  };
}

/**
 * Finds what is settled next where more is due than a poll settles: first transfers that complete their requests,
 * then some of those that do not. Accounts alternate in both, and in the second so do the requests of an
 * account, of each as many transfers as fit. It costs what it returns and a probe for each account and
 * request that it compares, for any number of waiting transfers.
 */
export function fairCandidates(ctx: Context, query: CandidateQuery): CandidateParts {
  const { limit, agreement } = query;
  const except = sql`${query.exceptRequests}::text[]`;
  const parts = [
    accountsWith('full_account', sql`completes`),
    inFull(limit, except),
    besidesFull(limit),
    accountsWith('part_account', sql`not completes`),
    REQUESTS_PER_ACCOUNT,
    takeShare(limit, except),
    ASKING_ACCOUNTS,
    candidatesOf(ctx, { limit, except, isAsked: agreement === 'asked' }),
  ];
  return {
    parts: sql.join(parts, sql`, `),
    candidates: sql`
      select * from in_full union all select * from besides_full
      union all select * from in_part union all select * from asked`,
  };
}

/**
 * Skips from one account to the next in an index, so that a flood of one is a single step. Comparing and ordering
 * by all columns of the index leaves the planner no other index, whatever its statistics are.
 */
function accountsWith(
  name: 'full_account' | 'part_account',
  isOfLane: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const waits = sql`status = 'seen' and agreement_due_at is null and ${isOfLane}`;
  const columns = sql`network, amount_step, account_id`;
  const partialColumns = sql.id(`${name}_place`);
  return sql`
  ${partialColumns} (network, step, account_id) as (
    (select ${columns} from active_transfer where ${waits} order by ${columns} limit 1)
    union all
    select later.* from ${partialColumns} at cross join lateral (
      select ${columns} from active_transfer
      where ${waits} and (${columns}) > (at.network, at.step, at.account_id)
      order by ${columns} limit 1
    ) later
  ), ${sql.id(name)} as (
    select places.*, scan.up_to, scan.by_amount
    from ${partialColumns} places join scan on scan.network = places.network and scan.step = places.step
  )`;
}

/**
 * What completes its request, the oldest blocks of each account first. Accounts all of whose transfers must be deeper
 * have no share: on a network that waits for many blocks that is nearly every account.
 */
function inFull(limit: number, except: RawBuilder<unknown>): RawBuilder<unknown> {
  const columns = sql`network, amount_step, account_id, block_number`;
  const dueOfAccount = sql`
        select * from active_transfer
        where status = 'seen' and agreement_due_at is null and completes
          and (${columns}) >= (at.network, at.step, at.account_id, 0)
          and (${columns}) <= (at.network, at.step, at.account_id, at.up_to)
          and request_id <> all (${except})
        order by ${columns}`;
  return sql`
  due_account as materialized (
    select at.* from full_account at cross join lateral (${dueOfAccount} limit 1) first
  ), in_full as materialized (
    select * from (
      select t.*, at.by_amount, 0 as lane, row_number() over (
        partition by t.network, t.account_id order by t.block_number, t.log_index) as rank
      from due_account at cross join lateral (${dueOfAccount} limit (
          select greatest(1, ${limit}::bigint / greatest(1, count(distinct account_id)))
          from due_account)
      ) t
    ) fair order by rank, block_number, log_index limit ${limit}
  )`;
}

/** How transfers that complete nothing are ordered in their index. */
const PARTIAL_COLUMNS = sql`network, amount_step, account_id, request_id, block_number`;

/** The oldest transfers of the request of a row `at` that complete nothing, up to a block of it. */
function partsOf(step: RawBuilder<unknown>, upTo: RawBuilder<unknown>): RawBuilder<unknown> {
  const request = sql`at.network, ${step}, at.account_id, at.request_id`;
  return sql`
      select * from active_transfer
      where status = 'seen' and agreement_due_at is null and not completes
        and (${PARTIAL_COLUMNS}) >= (${request}, 0) and (${PARTIAL_COLUMNS}) <= (${request}, ${upTo})
      order by ${PARTIAL_COLUMNS}`;
}

/** What the requests that are completed got before, so that it is counted in the order of the chain. */
function besidesFull(limit: number): RawBuilder<unknown> {
  return sql`
  besides_full as (
    select t.*, at.by_amount, 0 as lane, at.rank
    from (
      select distinct on (network, amount_step, request_id) * from in_full
      order by network, amount_step, request_id, block_number desc
    ) at cross join lateral (${partsOf(sql`at.amount_step`, sql`at.block_number`)}
      limit (
        select greatest(1, ${limit * PER_ACCOUNT_FACTOR}::bigint / greatest(1, count(*))) from in_full)
    ) t
  )`;
}

/** The same jumps among the requests of an account, each with the block of its oldest transfer. */
const REQUESTS_PER_ACCOUNT = sql`
  waiting_request (network, step, up_to, by_amount, account_id, request_id, first_block, place) as (
    select at.network, at.step, at.up_to, at.by_amount, at.account_id, first.request_id,
      first.block_number, 1
    from part_account at cross join lateral (
      select request_id, block_number from active_transfer
      where status = 'seen' and agreement_due_at is null and not completes
        and (network, amount_step, account_id, request_id)
          > (at.network, at.step, at.account_id, '')
      order by ${PARTIAL_COLUMNS} limit 1
    ) first
    union all
    select at.network, at.step, at.up_to, at.by_amount, at.account_id, later.request_id,
      later.block_number, at.place + 1
    from waiting_request at cross join lateral (
      select network, amount_step, account_id, request_id, block_number from active_transfer
      where status = 'seen' and agreement_due_at is null and not completes
        and (network, amount_step, account_id, request_id)
          > (at.network, at.step, at.account_id, at.request_id)
      order by ${PARTIAL_COLUMNS} limit 1
    ) later
    where later.network = at.network and later.amount_step = at.step
      and later.account_id = at.account_id and at.place < ${sql.lit(REQUESTS_COMPARED_MAX)}
  )`;

/** Transfers that complete nothing: of the requests that wait longest, as many of each as fit. */
function takeShare(limit: number, except: RawBuilder<unknown>): RawBuilder<unknown> {
  const requests = Math.max(1, Math.floor(limit / REQUESTS_PER_ACCOUNT_SHARE));
  return sql`
  chosen as materialized (
    select *, row_number() over (
      partition by network, account_id order by first_block, request_id) as rank
    from waiting_request
    where first_block <= up_to and request_id <> all (${except})
      and request_id not in (select request_id from in_full)
    order by rank, first_block limit ${requests}
  ), in_part as (
    select t.*, at.by_amount, 1 as lane, at.rank
    from chosen at cross join lateral (${partsOf(sql`at.step`, sql`at.up_to`)}
      limit (
        select greatest(1, ${limit * PER_ACCOUNT_FACTOR}::bigint / greatest(1, count(*))) from chosen)
    ) t
  )`;
}

/** The same skips among the accounts of transfers that need node agreement. */
const ASKING_ACCOUNTS = sql`
  asking_place (network, completes, account_id) as (
    (select network, completes, account_id from active_transfer
    where status = 'seen' and agreement_due_at is not null
    order by network, completes, account_id limit 1)
    union all
    select later.* from asking_place at cross join lateral (
      select network, completes, account_id from active_transfer
      where status = 'seen' and agreement_due_at is not null
        and (network, completes, account_id) > (at.network, at.completes, at.account_id)
      order by network, completes, account_id limit 1
    ) later
  ), asking_account as (
    select places.*, scan.by_amount from asking_place places
    join scan on scan.network = places.network and scan.step = 0
  )`;

interface CandidateSelection {
  readonly limit: number;
  readonly except: RawBuilder<unknown>;
  readonly isAsked: boolean;
}

/** Transfers whose check with nodes is due, of each account those that wait longest. */
function candidatesOf(
  ctx: Context,
  { limit, except, isAsked }: CandidateSelection,
): RawBuilder<unknown> {
  const columns = sql`network, completes, account_id, agreement_due_at`;
  const account = sql`at.network, at.completes, at.account_id`;
  return sql`
  asked as (
    select * from (
      select t.*, at.by_amount, case when t.completes then 0 else 1 end as lane, row_number() over (
        partition by t.network, t.completes, t.account_id order by t.agreement_due_at) as rank
      from asking_account at cross join lateral (
        select * from active_transfer
        where status = 'seen' and agreement_due_at is not null
          and (${columns}) > (${account}, '-infinity'::timestamptz)
          and (${columns}) <= (${account}, ${ctx.now()}::timestamptz)
          and request_id <> all (${except})
        order by ${columns} limit ${limit}
      ) t
      where ${isAsked}::boolean
    ) fair order by lane, rank, agreement_due_at limit ${limit}
  )`;
}
