import { sql } from 'kysely';
import type { Context } from '#context.ts';
import type { newReference } from '../draft-request.ts';

/** The terms of a request that never change, without a lock: who settles locks it before what repeats it. */
export async function findTerms(ctx: Context, requestRowId: string) {
  return await ctx.db
    .selectFrom('request')
    .select([
      'account_id as accountId',
      'currency_id as currencyId',
      'payee_address as payeeAddress',
      'expected_units as expectedUnits',
      'network',
    ])
    .where('id', '=', requestRowId)
    .executeTakeFirstOrThrow();
}

/** Adds a request with the columns of another one and what is known of its customer: one statement. */
export async function insertRepeated(
  ctx: Context,
  requestRowId: string,
  row: ReturnType<typeof newReference>,
): Promise<void> {
  await sql`
    with added as (
      insert into request (id, request_id, payment_reference, reference_key, salt, created_at,
        account_id, status, network, kind, currency_id, token_address, payee_address,
        expected_units, fee_units, fee_percentage, fee_address, fee_type, invoice_currency_id,
        conversion_path, max_rate_age_seconds, slippage_bps, flow, origin_form, client_id_id,
        orchestrator_id, origin, reference, payer_address, original_request_id,
        original_request_payment_reference, created_by, recurring_payout_id, screening)
      select ${row.id}, ${row.request_id}, ${row.payment_reference}, ${row.reference_key},
        ${row.salt}, ${row.created_at},
        account_id, 'created', network, kind, currency_id, token_address, payee_address,
        expected_units, fee_units, fee_percentage, fee_address, fee_type, invoice_currency_id,
        conversion_path, max_rate_age_seconds, slippage_bps, flow, origin_form, client_id_id,
        orchestrator_id, origin, reference, payer_address, original_request_id,
        original_request_payment_reference, created_by, recurring_payout_id, screening
      from request where id = ${requestRowId}
    )
    insert into request_person (request_id, customer_info)
    select ${row.id}, customer_info from request_person where request_id = ${requestRowId}`.execute(
    ctx.db,
  );
}
