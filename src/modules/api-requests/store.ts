import { type Insertable, sql } from 'kysely';
import type { Context } from '#context.ts';
import { insertRows } from '#platform/db/insert-rows.ts';
import type { ApiRequestTable } from '#platform/db/tables.generated.ts';
import type { StatusClass } from './model/status-class.ts';

/** A call as it is stored. */
export type NewApiRequest = Insertable<ApiRequestTable>;

const COLUMNS = {
  id: 'text',
  account_id: 'text',
  credential_kind: 'text',
  credential_id: 'text',
  method: 'text',
  path: 'text',
  status: 'integer',
  error_code: 'text',
  duration_ms: 'integer',
  correlation_id: 'text',
  created_at: 'timestamptz',
} as const;

/** Adds calls in one statement; those that are there already stay, as after an answer of the database that was lost. */
export async function insertApiRequests(
  ctx: Context,
  rows: readonly NewApiRequest[],
): Promise<void> {
  const added = insertRows({ into: 'api_request', columns: COLUMNS, rows });
  await sql`${added} on conflict do nothing`.execute(ctx.db);
}

/** Which part of an account's log is read; all conditions that are set apply. */
interface ApiRequestPart {
  readonly accountId: string;
  readonly limit: number;
  /** Only calls older than this one. */
  readonly cursor: string | undefined;
  readonly statusClass: StatusClass | undefined;
  readonly credentialId: string | undefined;
  readonly path: string | undefined;
  readonly correlationId: string | undefined;
  /** Answered at this time or later, and at this time or before. */
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  /** Between which ids all calls of these times are. */
  readonly ids: { readonly least: string | undefined; readonly most: string | undefined };
}

/** Up to `limit` calls of an account, newest first. */
export async function findApiRequests(
  ctx: Context,
  { accountId, limit, cursor, ...filters }: ApiRequestPart,
) {
  const { statusClass, credentialId, path, correlationId, from, to, ids } = filters;
  return await ctx.db
    .selectFrom('api_request')
    .select([
      'id',
      'credential_kind as credentialKind',
      'credential_id as credentialId',
      'method',
      'path',
      'status',
      'error_code as errorCode',
      'duration_ms as durationMs',
      'correlation_id as correlationId',
      'created_at as createdAt',
    ])
    .where('account_id', '=', accountId)
    .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? ''))
    .$if(ids.least !== undefined, (query) => query.where('id', '>=', ids.least ?? ''))
    .$if(ids.most !== undefined, (query) => query.where('id', '<=', ids.most ?? ''))
    .$if(from !== undefined, (query) => query.where('created_at', '>=', from ?? NEVER))
    .$if(to !== undefined, (query) => query.where('created_at', '<=', to ?? NEVER))
    .$if(credentialId !== undefined, (query) =>
      query.where('credential_id', '=', credentialId ?? ''),
    )
    .$if(path !== undefined, (query) => query.where('path', '=', path ?? ''))
    .$if(correlationId !== undefined, (query) =>
      query.where('correlation_id', '=', correlationId ?? ''),
    )
    .$if(statusClass !== undefined, (query) => query.where(hasClass(statusClass)))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** For a condition that is not there. */
const NEVER = new Date(0);

/** The bounds stand in the text, so that the index of refused calls serves the classes that it holds. */
function hasClass(statusClass: StatusClass | undefined) {
  switch (statusClass) {
    case '4xx':
      return sql<boolean>`status >= 400 and status < 500`;
    case '5xx':
      return sql<boolean>`status >= 500`;
    default:
      return sql<boolean>`status < 400`;
  }
}

/** Deletes up to `limit` calls that were made before a moment, and returns how many. */
export async function deleteApiRequests(
  ctx: Context,
  before: Date,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from api_request where ctid = any (array(
      select ctid from api_request where created_at < ${before}
      limit ${limit} for update skip locked
    ))`.execute(ctx.db);
  return Number(numAffectedRows ?? 0n);
}
