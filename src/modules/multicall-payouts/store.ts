import { type Insertable, sql } from 'kysely';
import { BUNDLE_KINDS } from '#catalog/families.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { insertRows } from '#platform/db/insert-rows.ts';
import type { MulticallPayoutTable } from '#platform/db/tables.generated.ts';
import type { DueCondition } from '#platform/sweep.ts';
import type { MulticallPayout } from './model/multicall-payout.ts';
import { type ChildCounts, isMulticallStatus, type MulticallStatus } from './model/status.ts';

/** A bundle and what it holds, ready to be inserted. */
export interface NewMulticallPayout {
  readonly payout: Insertable<MulticallPayoutTable>;
  /** In their order. */
  readonly items: readonly { readonly token: string; readonly requestRowId: string }[];
}

/** Adds a bundle with its children: one statement, and all or nothing also outside of a transaction. */
export async function insertMulticallPayout(
  { db }: Context,
  { payout, items }: NewMulticallPayout,
): Promise<void> {
  await sql`
    with added as (${insertRows({
      into: 'multicall_payout',
      columns: {
        token: 'text',
        account_id: 'text',
        client_id_id: 'text',
        orchestrator_id: 'text',
        origin: 'text',
        status: 'text',
        requested_execution_kind: 'text',
        created_at: 'timestamptz',
        expires_at: 'timestamptz',
      },
      rows: [payout],
    })})
    ${insertRows({
      into: 'multicall_payout_item',
      columns: {
        multicall_payout_token: 'text',
        position: 'integer',
        secure_payment_token: 'text',
        request_id: 'text',
      },
      rows: items.map(({ token, requestRowId }, position) => ({
        multicall_payout_token: payout.token,
        position,
        secure_payment_token: token,
        request_id: requestRowId,
      })),
    })}`.execute(db);
}

/** A bundle as its rows say, its children by their tokens alone. */
export interface FoundMulticall extends Omit<MulticallPayout, 'children'> {
  /** In their order. */
  readonly childTokens: readonly string[];
}

/** The bundle with this token, of any account. */
export async function findMulticall(
  ctx: Context,
  token: string,
): Promise<FoundMulticall | undefined> {
  const { rows } = await sql<{
    token: string;
    account_id: string;
    client_id_id: string | null;
    client_id: string | null;
    orchestrator_id: string | null;
    origin: string | null;
    status: string;
    requested_execution_kind: string | null;
    created_at: Date;
    expires_at: Date;
    child_tokens: string[];
  }>`
    select payout.token, payout.account_id, payout.client_id_id, client_id.client_id,
      payout.orchestrator_id, payout.origin, payout.status, payout.requested_execution_kind,
      payout.created_at, payout.expires_at,
      array(
        select item.secure_payment_token from multicall_payout_item item
        where item.multicall_payout_token = payout.token
        order by item.position
      ) as child_tokens
    from multicall_payout payout
    left join client_id_summary client_id on client_id.id = payout.client_id_id
    where payout.token = ${token}`.execute(ctx.db);
  const [row] = rows;
  if (row === undefined) return undefined;
  invariant(isMulticallStatus(row.status), `no bundle may be "${row.status}"`);
  return {
    token: row.token,
    accountId: row.account_id,
    clientIdId: row.client_id_id,
    clientId: row.client_id,
    orchestratorId: row.orchestrator_id,
    origin: row.origin,
    status: row.status,
    requestedExecutionKind:
      BUNDLE_KINDS.find((kind) => kind === row.requested_execution_kind) ?? null,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    childTokens: row.child_tokens,
  };
}

/** A bundle in a list, without its children. */
interface ListedMulticall {
  readonly token: string;
  readonly status: MulticallStatus;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Bundles of an account, newest first. */
export async function findMulticallPage(
  ctx: Context,
  page: {
    readonly accountId: string;
    readonly limit: number;
    /** Only those older than this one. */
    readonly cursor: string | undefined;
  },
): Promise<readonly ListedMulticall[]> {
  const { accountId, limit, cursor } = page;
  const rows = await ctx.db
    .selectFrom('multicall_payout')
    .select(['token', 'status', 'created_at', 'expires_at'])
    .where('account_id', '=', accountId)
    .$if(cursor !== undefined, (query) => query.where('token', '<', cursor ?? ''))
    .orderBy('token', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ token, status, created_at: createdAt, expires_at: expiresAt }) => {
    invariant(isMulticallStatus(status), `no bundle may be "${status}"`);
    return { token, status, createdAt, expiresAt };
  });
}

/** A bundle, locked so that no other transaction can move its status. */
export type LockedMulticall = Pick<
  MulticallPayout,
  'token' | 'accountId' | 'clientIdId' | 'orchestratorId' | 'origin' | 'status' | 'expiresAt'
>;

interface LockedRow {
  token: string;
  account_id: string;
  client_id_id: string | null;
  orchestrator_id: string | null;
  origin: string | null;
  status: string;
  expires_at: Date;
}

/**
 * Locks the bundles that hold these requests, in the order of their tokens, after the links that the
 * caller moved: of two that settle siblings the second sees what the first one wrote.
 */
export async function lockMulticallsOf(
  ctx: Context,
  requestRowIds: readonly string[],
): Promise<readonly LockedMulticall[]> {
  const { rows } = await sql<LockedRow>`
    select token, account_id, client_id_id, orchestrator_id, origin, status, expires_at
    from multicall_payout
    where token in (
      select item.multicall_payout_token from multicall_payout_item item
      where item.request_id = any (${requestRowIds}::text[])
    )
    order by token
    for no key update`.execute(ctx.db);
  return rows.map(lockedFrom);
}

/** Whether the deadline of a pending bundle has passed. */
export const isMulticallDue = (ctx: Context): DueCondition => sql`(
  select true from multicall_payout where status = 'pending' and expires_at <= ${ctx.now()}
  order by expires_at limit 1)`;

/** Locks up to `limit` pending bundles whose deadline has passed; held ones wait for the next turn. */
export async function lockDueMulticalls(
  ctx: Context,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<readonly LockedMulticall[]> {
  const { rows } = await sql<LockedRow>`
    select token, account_id, client_id_id, orchestrator_id, origin, status, expires_at
    from multicall_payout
    where status = 'pending' and expires_at <= ${now}
    order by expires_at, token
    limit ${limit}
    for no key update skip locked`.execute(ctx.db);
  return rows.map(lockedFrom);
}

function lockedFrom(row: LockedRow): LockedMulticall {
  invariant(isMulticallStatus(row.status), `no bundle may be "${row.status}"`);
  return {
    token: row.token,
    accountId: row.account_id,
    clientIdId: row.client_id_id,
    orchestratorId: row.orchestrator_id,
    origin: row.origin,
    status: row.status,
    expiresAt: row.expires_at,
  };
}

/** How the children of each of these bundles stand at a moment. */
export async function countChildren(
  ctx: Context,
  tokens: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, ChildCounts>> {
  const { rows } = await sql<{ token: string; children: number; paid: number; open: number }>`
    select item.multicall_payout_token as token,
      count(*)::integer as children,
      count(*) filter (where request.status = 'paid')::integer as paid,
      count(*) filter (
        where request.status <> 'paid' and link.status = 'pending' and link.expires_at > ${now}
      )::integer as open
    from multicall_payout_item item
    join request_summary request on request.id = item.request_id
    join secure_payment_summary link on link.token = item.secure_payment_token
    where item.multicall_payout_token = any (${tokens}::text[])
    group by item.multicall_payout_token`.execute(ctx.db);
  return new Map(rows.map(({ token, ...counts }) => [token, counts]));
}

/** Where the status of a bundle goes. */
export interface MulticallMove {
  readonly token: string;
  readonly from: MulticallStatus;
  readonly to: MulticallStatus;
}

/**
 * Moves each status only if it is still `from`, so of two racing movers exactly one wins. Returns how many
 * were moved.
 */
export async function moveMulticallStatuses(
  ctx: Context,
  moves: readonly MulticallMove[],
): Promise<number> {
  if (moves.length === 0) return 0;
  const wanted = JSON.stringify(moves.map(({ token, from, to }) => ({ token, from, to })));
  const { numAffectedRows } = await sql`
    update multicall_payout payout set status = move."to"
    from json_to_recordset(${wanted}::json) as move (token text, "from" text, "to" text)
    where payout.token = move.token and payout.status = move."from"`.execute(ctx.db);
  return Number(numAffectedRows ?? 0n);
}
