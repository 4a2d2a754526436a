import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#context.ts';
import { insertRows } from '#platform/db/insert-rows.ts';
import type { RequestDraft } from '../draft-request.ts';
import { insertFeeComponents } from './fee-components.ts';
import { insertRequestRows } from './requests.ts';

/**
 * The parts of a `with` clause that write requests with their fees. They are returned instead of
 * executed, so that a link and its requests are written by one statement: all or nothing.
 */
export function requestInserts(drafts: readonly RequestDraft[]): readonly RawBuilder<unknown>[] {
  const fees = drafts.flatMap((draft) => draft.fees);
  const rows = [...drafts, ...fees].map(({ row }) => row);
  const components = fees.map(({ component }) => component);
  // Most requests have no fees, and adding no rows to a table takes longer than adding one.
  return [
    sql`added_request as (${insertRequestRows(rows)})`,
    ...(fees.length > 0 ? [sql`added_fee as (${insertFeeComponents(components)})`] : []),
  ];
}

/** Writes requests that no link contains, with their fees: one statement, all or nothing. */
export async function insertRequests(ctx: Context, drafts: readonly RequestDraft[]): Promise<void> {
  const people = drafts.flatMap(({ row, customerInfo }) =>
    customerInfo === undefined ? [] : [{ request_id: row.id, customer_info: customerInfo }],
  );
  await sql`
    with ${sql.join(requestInserts(drafts))}
    ${insertRows({
      into: 'request_person',
      columns: { request_id: 'text', customer_info: 'json' },
      rows: people,
    })}`.execute(ctx.db);
}
