import { type Insertable, sql } from 'kysely';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { insertRows } from '#platform/db/insert-rows.ts';
import type {
  PayoutImportPersonTable,
  PayoutImportRowTable,
  PayoutImportTable,
} from '#platform/db/tables.generated.ts';
import type { DueCondition } from '#platform/sweep.ts';
import type { ImportCounts, PayoutImport } from '../model/payout-import.ts';
import { PAYOUT_IMPORT_STATUSES, type PayoutImportStatus } from '../model/status.ts';

/** Wakes whoever creates imported payouts. */
export const PAYOUT_IMPORT_CHANNEL = 'florin_payout_import';

/** An import with everything that is written with it. */
export interface NewPayoutImport {
  readonly added: Insertable<PayoutImportTable>;
  readonly rows: readonly Insertable<PayoutImportRowTable>[];
  readonly people: readonly Insertable<PayoutImportPersonTable>[];
}

/**
 * Adds an import with its rows, and wakes the worker; false where the same list was imported meanwhile. Called in a
 * transaction, so that the rows are there with it.
 */
export async function insertPayoutImport(
  { db }: Context,
  { added, rows, people }: NewPayoutImport,
): Promise<boolean> {
  const inserted = await db
    .insertInto('payout_import')
    .values(added)
    .onConflict((conflict) => conflict.constraint('payout_import_once').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted === undefined) return false;
  await insertRows({
    into: 'payout_import_row',
    columns: {
      payout_import_id: 'text',
      position: 'integer',
      account_id: 'text',
      line: 'integer',
      status: 'text',
      recipient: 'text',
      network: 'text',
      currency_id: 'text',
      amount_units: 'numeric',
      reference: 'text',
      due_at: 'timestamptz',
    },
    rows,
  }).execute(db);
  if (people.length > 0) {
    await insertRows({
      into: 'payout_import_person',
      columns: { payout_import_id: 'text', position: 'integer', recipient_identifier: 'text' },
      rows: people,
    }).execute(db);
  }
  await sql`select pg_notify(${PAYOUT_IMPORT_CHANNEL}, '')`.execute(db);
  return true;
}

/** The newest import of exactly these payouts. */
export async function findSameImport(
  ctx: Context,
  { accountId, fingerprint }: { readonly accountId: string; readonly fingerprint: Buffer },
): Promise<{ readonly id: string; readonly createdAt: Date } | undefined> {
  return await ctx.db
    .selectFrom('payout_import')
    .select(['id', 'created_at as createdAt'])
    .where('account_id', '=', accountId)
    .where('fingerprint', '=', fingerprint)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

interface ImportRow {
  id: string;
  account_id: string;
  status: string;
  file_name: string | null;
  creator_wallet_address: string;
  makes_bundles: boolean;
  repeat_of: string | null;
  api_key_id: string | null;
  session_id: string | null;
  login_id: string | null;
  person_id: string | null;
  problem: string | null;
  created_at: Date;
  ended_at: Date | null;
}

function importFrom(row: ImportRow): PayoutImport {
  const { api_key_id: apiKeyId, session_id: sessionId, login_id, person_id } = row;
  const creator =
    apiKeyId === null
      ? ({
          kind: 'session',
          sessionId: sessionId ?? '',
          loginId: login_id ?? '',
          personId: person_id ?? '',
        } as const)
      : ({ kind: 'api_key', apiKeyId } as const);
  return {
    id: row.id,
    accountId: row.account_id,
    status: importStatus(row.status),
    fileName: row.file_name,
    creatorWalletAddress: row.creator_wallet_address,
    makesBundles: row.makes_bundles,
    repeatOf: row.repeat_of,
    creator,
    problem: row.problem,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  };
}

const IMPORT_COLUMNS = sql.raw(
  [
    'import.id, import.account_id, import.status, import.file_name, import.creator_wallet_address',
    'import.makes_bundles, import.repeat_of, import.api_key_id, import.session_id, import.login_id',
    'import.person_id, import.problem, import.created_at, import.ended_at',
  ].join(', '),
);

function importStatus(text: string): PayoutImportStatus {
  const status = PAYOUT_IMPORT_STATUSES.find((one) => one === text);
  invariant(status !== undefined, `no import may be "${text}"`);
  return status;
}

/** Which imports of an account are read, newest first. */
interface ImportPage {
  readonly accountId: string;
  readonly limit: number;
  /** Only those older than this one. */
  readonly cursor: string | undefined;
}

/** An import with how many of its rows stand where. */
export interface CountedImport extends PayoutImport {
  readonly counts: ImportCounts;
}

type CountRow = ImportRow & Omit<ImportCounts, 'delayedUntil'> & { delayed_until: Date | null };

const COUNTS = sql`
  select count(*)::integer as total,
    count(*) filter (where status = 'waiting')::integer as waiting,
    count(*) filter (where status = 'created')::integer as created,
    count(*) filter (where status = 'refused')::integer as refused,
    count(*) filter (where status = 'stopped')::integer as stopped,
    min(due_at) filter (where status = 'waiting') as delayed_until
  from payout_import_row where payout_import_id = import.id`;

function countedFrom(row: CountRow): CountedImport {
  const { total, waiting, created, refused, stopped, delayed_until: delayedUntil } = row;
  const counts = { total, waiting, created, refused, stopped, delayedUntil };
  return { ...importFrom(row), counts };
}

/** Imports of an account, newest first. */
export async function findImports(
  ctx: Context,
  { accountId, limit, cursor }: ImportPage,
): Promise<readonly CountedImport[]> {
  const older = cursor === undefined ? sql`` : sql`and id < ${cursor}`;
  const { rows } = await sql<CountRow>`
    select ${IMPORT_COLUMNS}, counts.*
    from (
      select * from payout_import where account_id = ${accountId} ${older}
      order by id desc limit ${limit}
    ) import
    cross join lateral (${COUNTS}) counts
    order by import.id desc`.execute(ctx.db);
  return rows.map(countedFrom);
}

/** The import with this id, where it is the account's. */
export async function findImport(
  ctx: Context,
  { accountId, id }: { readonly accountId: string; readonly id: string },
): Promise<CountedImport | undefined> {
  const { rows } = await sql<CountRow>`
    select ${IMPORT_COLUMNS}, counts.*
    from payout_import import
    cross join lateral (${COUNTS}) counts
    where import.id = ${id} and import.account_id = ${accountId}`.execute(ctx.db);
  return rows[0] && countedFrom(rows[0]);
}

/** What a part of an import comes to: of one currency, in one bundle or in none. */
export interface ImportPart {
  readonly bundleToken: string | null;
  readonly network: string;
  readonly currencyId: string;
  readonly count: number;
  readonly amountUnits: bigint;
}

/** The parts of an import by bundle and currency, in the order of their rows. */
export async function findParts(ctx: Context, importId: string): Promise<readonly ImportPart[]> {
  const { rows } = await sql<{
    multicall_payout_token: string | null;
    network: string;
    currency_id: string;
    count: number;
    amount_units: bigint;
  }>`
    select multicall_payout_token, network, currency_id, count(*)::integer as count,
      sum(amount_units) as amount_units
    from payout_import_row where payout_import_id = ${importId}
    group by multicall_payout_token, network, currency_id
    order by min(position)`.execute(ctx.db);
  return rows.map((row) => ({
    bundleToken: row.multicall_payout_token,
    network: row.network,
    currencyId: row.currency_id,
    count: row.count,
    amountUnits: row.amount_units,
  }));
}

/** Whether a row is due, or an import has not ended. */
export const isImportDue = (ctx: Context): DueCondition => sql`(
  select true from payout_import_row where status = 'waiting' and due_at <= ${ctx.now()}
  order by due_at limit 1
) or (
  select true from payout_import where status = 'running' order by id limit 1)`;

/** Locks an import of which nothing waits any more and that has not ended. */
export async function claimFinishedImport(ctx: Context): Promise<PayoutImport | undefined> {
  const { rows } = await sql<ImportRow>`
    select ${IMPORT_COLUMNS} from payout_import import
    where import.status = 'running' and not exists (
      select from payout_import_row waiting
      where waiting.payout_import_id = import.id and waiting.status = 'waiting'
    )
    order by import.id
    limit 1
    for no key update skip locked`.execute(ctx.db);
  return rows[0] && importFrom(rows[0]);
}

/** Locks the import with this id, where it is the account's. */
export async function lockImport(
  ctx: Context,
  { accountId, id }: { readonly accountId: string; readonly id: string },
): Promise<PayoutImport | undefined> {
  const { rows } = await sql<ImportRow>`
    select ${IMPORT_COLUMNS} from payout_import import
    where import.id = ${id} and import.account_id = ${accountId}
    for no key update`.execute(ctx.db);
  return rows[0] && importFrom(rows[0]);
}

/** Moves an import that is locked to its end. */
export async function endImport(
  ctx: Context,
  { id, to, problem }: { id: string; to: PayoutImportStatus; problem: string | null },
): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('payout_import')
    .set({ status: to, problem, ended_at: ctx.now() })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirst();
  invariant(numUpdatedRows === 1n, 'nobody else ends an import that is locked');
}

/** The import with this id, of any account. */
export async function findImportById(ctx: Context, id: string): Promise<PayoutImport> {
  const { rows } = await sql<ImportRow>`
    select ${IMPORT_COLUMNS} from payout_import import where import.id = ${id}`.execute(ctx.db);
  const [row] = rows;
  invariant(row !== undefined, `the import ${id} exists`);
  return importFrom(row);
}
