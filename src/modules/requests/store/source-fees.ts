import { type Insertable, sql } from 'kysely';
import { currencyById } from '#catalog/currencies.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import { anyOf } from '#platform/db/any-of.ts';
import { arrayText } from '#platform/db/array-text.ts';
import { insertRows } from '#platform/db/insert-rows.ts';
import type { SourceFeeTable } from '#platform/db/tables.generated.ts';
import { insertRequestRows, type NewRequest } from './requests.ts';

/** What names a fee where it is paid on another network: a request there. */
interface SourceFee {
  /** Public. */
  readonly requestId: string;
  readonly paymentReference: Hex;
}

/** The requests by which fees are paid in a currency of another network, by the row of the fee and as far as there are any. */
export async function findSourceFees(
  ctx: Context,
  { feeRowIds, currencyId }: { readonly feeRowIds: readonly string[]; readonly currencyId: string },
): Promise<ReadonlyMap<string, SourceFee>> {
  const { rows } = await sql<{ fee_request_id: string; request_id: string; reference: Hex }>`
    select source_fee.fee_request_id, request.request_id, request.payment_reference as reference
    from source_fee
    join request on request.id = source_fee.request_id
    where source_fee.fee_request_id = any (${arrayText(feeRowIds)}::text[])
      and source_fee.currency_id = ${currencyId}`.execute(ctx.db);
  return new Map(
    rows.map((row) => [
      row.fee_request_id,
      { requestId: row.request_id, paymentReference: row.reference },
    ]),
  );
}

/** A fee that gets a request on another network. */
export interface FeeToOpen {
  readonly id: string;
  readonly accountId: string;
  /** The row of what it is a fee of. */
  readonly forRequestId: string;
  readonly payeeAddress: string;
  /** All of it, whatever was paid; `decimals` are those of its currency. */
  readonly expectedUnits: bigint;
  readonly decimals: number;
  /** Who created it and when, which its request on another network has too. */
  readonly attribution: Pick<
    NewRequest,
    'flow' | 'client_id_id' | 'orchestrator_id' | 'origin' | 'payer_address' | 'created_by'
  >;
}

/**
 * Fees, locked in the order of their ids, so that two callers do not add two requests for one. Needs the caller's
 * transaction.
 */
export async function lockFeesToOpen(
  ctx: Context,
  feeRowIds: readonly string[],
): Promise<readonly FeeToOpen[]> {
  invariant(ctx.db.isTransaction, 'a lock ends with its transaction');
  const rows = await ctx.db
    .selectFrom('request')
    .innerJoin('fee_component', 'fee_component.request_id', 'request.id')
    .selectAll('request')
    .select('fee_component.for_request_id')
    .where('request.id', '=', anyOf(feeRowIds))
    .orderBy('request.id')
    .forNoKeyUpdate('request')
    .execute();
  return rows.map((row) => {
    const currency = currencyById(row.currency_id);
    invariant(currency !== undefined && row.kind === 'token', 'only fees in a token are opened');
    const { flow, client_id_id, orchestrator_id, origin, payer_address, created_by } = row;
    return {
      id: row.id,
      accountId: row.account_id,
      forRequestId: row.for_request_id,
      payeeAddress: row.payee_address,
      expectedUnits: row.expected_units,
      decimals: currency.decimals,
      attribution: { flow, client_id_id, orchestrator_id, origin, payer_address, created_by },
    };
  });
}

/** A request by which a fee is paid on another network, and the row that says of which fee. */
export interface SourceFeeDraft {
  readonly row: NewRequest;
  readonly fee: Insertable<SourceFeeTable>;
}

/** Adds requests by which fees are paid on another network. */
export async function insertSourceFees(
  ctx: Context,
  drafts: readonly SourceFeeDraft[],
): Promise<void> {
  await sql`
    with added_request as (${insertRequestRows(drafts.map(({ row }) => row))})
    ${insertRows({
      into: 'source_fee',
      columns: {
        request_id: 'text',
        account_id: 'text',
        fee_request_id: 'text',
        for_request_id: 'text',
        currency_id: 'text',
        fee_units: 'numeric',
      },
      rows: drafts.map(({ fee }) => fee),
    })}`.execute(ctx.db);
}
