import { sql } from 'kysely';
import type { Context } from '#context.ts';
import type { FeeOfPayment } from '../model/shown-payment.ts';

/** Which fees to read. */
interface FeesAsked {
  readonly paymentIds: readonly string[];
  /** Those that were undone together with their payments, instead of active ones. */
  readonly areUndone?: boolean;
}

/**
 * The fees that were paid beside payments, by the payment, each once: with the payment of the same
 * transaction; one that was paid by another transaction and stands, with the last payment that stands.
 * Those that were paid on another network are said in units of their request and in those of the token there. A fee is what the token's Transfer (of coins the value) brought its receiver, never what an event claims.
 */
export async function findFeesOfPayments(
  ctx: Context,
  { paymentIds, areUndone = false }: FeesAsked,
): Promise<ReadonlyMap<string, readonly FeeOfPayment[]>> {
  if (paymentIds.length === 0) return new Map();
  const { rows } = await sql<FeeRow>`
    select main.id as payment_id, component.fee_type, fee.payee_address,
      case when component.fee_units is null then sum(moved.credited_units)
        else div(sum(moved.credited_units) * component.fee_units, fee.expected_units)
      end::numeric(78, 0) as units,
      sum(moved.token_units)::numeric(78, 0) as token_units,
      case when component.fee_units is not null then fee.currency_id end as source_currency_id
    from payment_history main
    join transfer_history main_transfer on main_transfer.id = main.chain_transfer_id
    join lateral (
      select request_id, fee_type, position, null::numeric as fee_units
      from fee_component where for_request_id = main.request_id
      union all
      select source_fee.request_id, of_fee.fee_type, of_fee.position, source_fee.fee_units
      from source_fee
      join fee_component of_fee on of_fee.request_id = source_fee.fee_request_id
      where source_fee.for_request_id = main.request_id
    ) component on true
    join request fee on fee.id = component.request_id
    join lateral (
      -- A block that came back holds the same log a second time.
      select distinct on (transfer.block_hash, transfer.log_index)
        transfer.block_hash, transfer.transaction_hash, transfer.status, transfer.credited_units,
        transfer.token_units
      from transfer_history transfer
      where transfer.account_id = fee.account_id and transfer.request_id = fee.id
        and (transfer.status = 'undone') = ${areUndone}
    ) moved on main.id = coalesce(
      (
        select min(same.id) from payment_history same
        join transfer_history same_transfer on same_transfer.id = same.chain_transfer_id
        where same.request_id = main.request_id
          and same_transfer.block_hash = moved.block_hash
          and same_transfer.transaction_hash = moved.transaction_hash
          and (same_transfer.status = 'undone') = ${areUndone}
          and not exists (
            select from transfer_history later
            where later.account_id = main.account_id and later.request_id = main.request_id
              and later.block_hash = same_transfer.block_hash
              and later.log_index = same_transfer.log_index and later.id > same_transfer.id
          )
      ),
      (
        select max(last.id) from active_payment last
        where last.request_id = main.request_id and not ${areUndone} and moved.status <> 'seen'
      )
    )
    where main.id = any (${[...paymentIds]}::text[])
    group by main.id, component.request_id, component.fee_type, component.position,
      component.fee_units, fee.id
    order by main.id, component.position, component.request_id`.execute(ctx.db);
  const byPayment = Map.groupBy(rows, ({ payment_id }) => payment_id);
  return new Map([...byPayment].map(([id, fees]) => [id, fees.map(feeFrom)]));
}

interface FeeRow {
  payment_id: string;
  fee_type: string;
  payee_address: string;
  units: bigint;
  token_units: bigint;
  source_currency_id: string | null;
}

function feeFrom(row: FeeRow): FeeOfPayment {
  return {
    feeType: row.fee_type,
    receiverAddress: row.payee_address,
    units: row.units,
    tokenUnits: row.token_units,
    sourceCurrencyId: row.source_currency_id,
  };
}
