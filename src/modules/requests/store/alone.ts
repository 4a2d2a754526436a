import { sql } from 'kysely';
import type { Context } from '#context.ts';
import { insertRows } from '#platform/db/insert-rows.ts';
import type { DraftedFee } from '../draft-fees.ts';
import type { DraftedRequest } from '../draft-request.ts';
import { insertFeeComponents } from './fee-components.ts';
import { insertRequests } from './requests.ts';

/** A request without a link, and everything that is written with it. */
export interface AloneRequest {
  readonly request: DraftedRequest;
  readonly fees: readonly DraftedFee[];
  /** A JSON text; kept apart, so that it can be erased. */
  readonly customerInfo: string | undefined;
}

/** Adds requests that no link asks for: one statement, all or nothing. */
export async function insertAlone(ctx: Context, added: readonly AloneRequest[]): Promise<void> {
  const fees = added.flatMap((one) => one.fees);
  const requests = [...added.map(({ request }) => request), ...fees.map(({ request }) => request)];
  const people = added.flatMap(({ request, customerInfo }) =>
    customerInfo === undefined ? [] : [{ request_id: request.id, customer_info: customerInfo }],
  );
  await sql`
    with added_request as (${insertRequests(requests)}),
    added_fee as (${insertFeeComponents(fees.map(({ component }) => component))})
    ${insertRows({
      into: 'request_person',
      columns: { request_id: 'text', customer_info: 'json' },
      rows: people,
    })}`.execute(ctx.db);
}
