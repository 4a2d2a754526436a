import { sql } from 'kysely';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import type { ImportedRow, PayoutImport } from '../model/payout-import.ts';
import { PAYOUT_IMPORT_ROW_STATUSES, type PayoutImportRowStatus } from '../model/status.ts';
import { findImportById } from './imports.ts';

function rowStatus(text: string): PayoutImportRowStatus {
  const status = PAYOUT_IMPORT_ROW_STATUSES.find((one) => one === text);
  invariant(status !== undefined, `no row of an import may be "${text}"`);
  return status;
}

interface RowOfImport {
  position: number;
  line: number;
  status: string;
  recipient: string;
  network: string;
  currency_id: string;
  amount_units: bigint;
  reference: string | null;
  secure_payment_token: string | null;
  multicall_payout_token: string | null;
  problem_code: string | null;
  problem: string | null;
}

function rowFrom(row: RowOfImport): ImportedRow {
  return {
    position: row.position,
    line: row.line,
    status: rowStatus(row.status),
    recipient: row.recipient,
    network: row.network,
    currencyId: row.currency_id,
    amountUnits: row.amount_units,
    reference: row.reference,
    securePaymentToken: row.secure_payment_token,
    bundleToken: row.multicall_payout_token,
    problem: row.problem === null ? null : { code: row.problem_code ?? '', message: row.problem },
  };
}

/** Which rows of an import are read, in their order. */
interface RowPage {
  readonly importId: string;
  readonly status: PayoutImportRowStatus | undefined;
  /** Only those behind this position. */
  readonly after: number;
  readonly limit: number;
}

/** Rows of an import. */
export async function findRows(
  ctx: Context,
  { importId, status, after, limit }: RowPage,
): Promise<readonly ImportedRow[]> {
  const rows = await ctx.db
    .selectFrom('payout_import_row')
    .selectAll()
    .where('payout_import_id', '=', importId)
    .where('position', '>', after)
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
    .orderBy('position')
    .limit(limit)
    .execute();
  return rows.map(rowFrom);
}

/** A row whose payout is to be created, with its import. */
export interface DueRow extends ImportedRow {
  readonly importId: string;
  readonly recipientIdentifier: string | null;
  readonly import: PayoutImport;
}

/** Locks the row that has been due for longest; those that another worker creates are skipped. */
export async function claimDueRow(ctx: Context): Promise<DueRow | undefined> {
  const { rows } = await sql<
    RowOfImport & { payout_import_id: string; recipient_identifier: string | null }
  >`
    select due.*, person.recipient_identifier
    from (
      select * from payout_import_row
      where status = 'waiting' and due_at <= ${ctx.now()}
      order by due_at, payout_import_id, position
      limit 1
      for update skip locked
    ) due
    left join payout_import_person person
      on person.payout_import_id = due.payout_import_id and person.position = due.position`.execute(
    ctx.db,
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const { payout_import_id: importId, recipient_identifier: recipientIdentifier } = row;
  return {
    ...rowFrom(row),
    importId,
    recipientIdentifier,
    import: await findImportById(ctx, importId),
  };
}

/** Where a waiting row goes. */
interface RowMove {
  readonly importId: string;
  readonly position: number;
  readonly to: PayoutImportRowStatus;
  readonly securePaymentToken?: string;
  readonly problem?: { readonly code: string; readonly message: string };
}

/** Moves a row only if it still waits, and forgets who is paid: its payout keeps that, or never will be. */
export async function moveRow(
  { db }: Context,
  { importId, position, to, securePaymentToken, problem }: RowMove,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('payout_import_row')
    .set({
      status: to,
      secure_payment_token: securePaymentToken ?? null,
      problem_code: problem?.code ?? null,
      problem: problem?.message ?? null,
    })
    .where('payout_import_id', '=', importId)
    .where('position', '=', position)
    .where('status', '=', 'waiting')
    .executeTakeFirst();
  invariant(numUpdatedRows === 1n, 'nobody else moves a row that is locked');
  await db
    .deleteFrom('payout_import_person')
    .where('payout_import_id', '=', importId)
    .where('position', '=', position)
    .execute();
}

/** Has what waits of an import that is locked tried again later, and notes why. */
export async function deferRows(
  ctx: Context,
  { importId, until, problem }: { importId: string; until: Date; problem: string },
): Promise<void> {
  await ctx.db
    .updateTable('payout_import_row')
    .set({ due_at: until })
    .where('payout_import_id', '=', importId)
    .where('status', '=', 'waiting')
    .execute();
  await ctx.db
    .updateTable('payout_import')
    .set({ problem })
    .where('id', '=', importId)
    .where('status', '=', 'running')
    .execute();
}

/** Stops what waits of an import, after rows that are being created; returns how many rows that were. */
export async function stopRows(ctx: Context, importId: string): Promise<number> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('payout_import_row')
    .set({ status: 'stopped' })
    .where('payout_import_id', '=', importId)
    .where('status', '=', 'waiting')
    .executeTakeFirst();
  await ctx.db
    .deleteFrom('payout_import_person')
    .where('payout_import_id', '=', importId)
    .execute();
  return Number(numUpdatedRows);
}

/** Notes the bundle that these rows were put into. */
export async function putIntoBundle(
  ctx: Context,
  into: {
    readonly importId: string;
    readonly positions: readonly number[];
    readonly bundleToken: string;
  },
): Promise<void> {
  await ctx.db
    .updateTable('payout_import_row')
    .set({ multicall_payout_token: into.bundleToken })
    .where('payout_import_id', '=', into.importId)
    .where('position', 'in', [...into.positions])
    .execute();
}
