import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Context } from '#context.ts';
import type { Hex } from '#kit/hex.ts';
import type { DueFee } from '#modules/fees/index.ts';
import { arrayText } from '#platform/db/array-text.ts';
import { insertRows } from '#platform/db/insert-rows.ts';
import type { FeeComponentTable } from '#platform/db/tables.generated.ts';

/** The row that links a fee to its request. */
export type NewFeeComponent = Insertable<FeeComponentTable>;

/** The statement that links fees to their requests, to run with the one that adds them. */
export function insertFeeComponents(rows: readonly NewFeeComponent[]): RawBuilder<unknown> {
  return insertRows({
    into: 'fee_component',
    columns: {
      request_id: 'text',
      account_id: 'text',
      for_request_id: 'text',
      position: 'integer',
      fee_type: 'text',
      label: 'text',
      bearer: 'text',
      percentage_bps: 'integer',
    },
    rows,
  });
}

/** What of requests that was only seen, and waits for confirmations. */
const seenUnitsOf = (request: 'fee' | 'source') => sql`(
  select coalesce(sum(transfer.credited_units), 0) from active_transfer transfer
  where transfer.account_id = ${sql.ref(`${request}.account_id`)}
    and transfer.request_id = ${sql.ref(`${request}.id`)} and transfer.status = 'seen'
)`;

/**
 * The fees of requests that are not wholly paid, on any network, with what is missing of each, in the order in which
 * they are paid; by the row of the request that they are of, and only where there are any.
 *
 * With `isPaidWhenSeen` a fee that was seen and does not count yet is not missing: of a paid request it is
 * on its way, and must not be requested a second time.
 */
export async function findDueFees(
  ctx: Context,
  requestRowIds: readonly string[],
  { isPaidWhenSeen = false }: { readonly isPaidWhenSeen?: boolean } = {},
): Promise<ReadonlyMap<string, readonly DueFee[]>> {
  if (requestRowIds.length === 0) return new Map();
  const onItsWay = (request: 'fee' | 'source') =>
    isPaidWhenSeen ? seenUnitsOf(request) : sql`0::numeric`;
  const { rows } = await sql<DueFeeRow>`
    select
      component.for_request_id, fee.id, fee.request_id, component.fee_type, component.label,
      component.bearer, component.percentage_bps, fee.expected_units - paid.units as missing_units,
      fee.payee_address, fee.payment_reference
    from fee_component component
    join request fee on fee.id = component.request_id
    cross join lateral (
      -- Of what was paid on other networks each is rounded down by itself, so it never counts for more.
      select coalesce(sum(div(
          (source.paid_units + ${onItsWay('source')}) * source_fee.fee_units, source.expected_units
        )), 0) as units
      from source_fee
      join request source on source.id = source_fee.request_id
      where source_fee.fee_request_id = fee.id
    ) elsewhere
    cross join lateral (
      select (fee.paid_units + ${onItsWay('fee')} + elsewhere.units)::numeric(78, 0) as units
    ) paid
    where component.for_request_id = any (${[...requestRowIds]}::text[])
      and fee.expected_units > paid.units
    order by component.for_request_id, component.position`.execute(ctx.db);
  const byRequest = Map.groupBy(rows, (row) => row.for_request_id);
  return new Map([...byRequest].map(([id, due]) => [id, due.map(dueFeeFrom)]));
}

interface DueFeeRow {
  for_request_id: string;
  id: string;
  request_id: string;
  fee_type: string;
  label: string;
  bearer: string;
  percentage_bps: number | null;
  missing_units: bigint;
  payee_address: string;
  payment_reference: Hex;
}

function dueFeeFrom(row: DueFeeRow): DueFee {
  return {
    requestId: row.request_id,
    componentId: row.id,
    feeType: row.fee_type,
    label: row.label,
    bearer: row.bearer === 'payee' ? 'payee' : 'payer',
    percentageBps: row.percentage_bps,
    units: row.missing_units,
    receiverAddress: row.payee_address,
    paymentReference: row.payment_reference,
  };
}

/** The requests of which one of these is a fee, on any network, each once and whatever was paid of them. */
export async function findRequestsOfFees(
  ctx: Context,
  feeRowIds: readonly string[],
): Promise<readonly string[]> {
  if (feeRowIds.length === 0) return [];
  const isOne = sql<boolean>`request_id = any (${arrayText(feeRowIds)}::text[])`;
  const rows = await ctx.db
    .selectFrom('fee_component')
    .select('for_request_id')
    .where(isOne)
    .union(ctx.db.selectFrom('source_fee').select('for_request_id').where(isOne))
    .execute();
  return rows.map((row) => row.for_request_id);
}

/** What was paid of one fee of a request. */
export interface PaidFee {
  /** The public id of the request that it is; null for what went along in the slot. */
  readonly requestId: string | null;
  /** `platform` for what went along in the slot of the payments, unless another fee was agreed there. */
  readonly feeType: string;
  /** In the unit of the invoice currency; above zero. */
  readonly units: bigint;
  /** Null for what went along in the slot. */
  readonly label: string | null;
  readonly bearer: DueFee['bearer'];
  /** Of what went along in the slot, as it was agreed; null for the others. */
  readonly percentage: string | null;
  /** Null where the request names no receiver, so that the payer chose it. */
  readonly receiverAddress: string | null;
}

/**
 * What active payments have paid of the fees of requests: inside the payment to the receiver that the request
 * names, or to any where it names none; then of those that are paid by themselves, in their order.
 * By the row of the request that they are of, and only where there are any.
 */
export async function findPaidFees(
  ctx: Context,
  requestRowIds: readonly string[],
): Promise<ReadonlyMap<string, readonly PaidFee[]>> {
  const { rows } = await sql<PaidFeeRow>`
    with asked as (
      select id from unnest(${[...requestRowIds]}::text[]) as asked (id)
    ), counted as (
      select payment.request_id, payment.amount_units, payment.chain_transfer_id
      from active_payment payment
      where payment.request_id in (
          select id from asked
          union all
          select request_id from fee_component where for_request_id in (select id from asked)
          union all
          select request_id from source_fee where for_request_id in (select id from asked)
        )
    ), paid_by_itself as (
      select request_id as fee_request_id, amount_units as units from counted
      union all
      select source_fee.fee_request_id,
        div(sum(counted.amount_units) * source_fee.fee_units, source.expected_units)
      from counted
      join source_fee on source_fee.request_id = counted.request_id
      join request source on source.id = source_fee.request_id
      group by source_fee.request_id, source.id
    )
    select
      request.id as for_request_id, null as fee_request_id, coalesce(request.fee_type, 'platform') as fee_type, null as label, 'payer' as bearer,
      request.fee_percentage as percentage, request.fee_address as receiver_address,
      -1 as position,
      sum(transfer.fee_units)::numeric(78, 0) as units
    from counted
    join active_transfer transfer on transfer.id = counted.chain_transfer_id
    join request on request.id = counted.request_id
    where request.id in (select id from asked)
      -- A payer may name any receiver; of an agreed fee only what went to its receiver is paid.
      and coalesce(request.fee_address, transfer.fee_address) = transfer.fee_address
    group by request.id
    having sum(transfer.fee_units) > 0
    union all
    select
      component.for_request_id, fee.request_id, component.fee_type, component.label,
      component.bearer, null, fee.payee_address, component.position,
      sum(paid_by_itself.units)::numeric(78, 0)
    from paid_by_itself
    join fee_component component on component.request_id = paid_by_itself.fee_request_id
    join request fee on fee.id = component.request_id
    where component.for_request_id in (select id from asked)
    group by component.request_id, fee.id
    having sum(paid_by_itself.units) > 0
    order by for_request_id, position`.execute(ctx.db);
  const byRequest = Map.groupBy(rows, (row) => row.for_request_id);
  return new Map([...byRequest].map(([id, paid]) => [id, paid.map(paidFeeFrom)]));
}

interface PaidFeeRow {
  for_request_id: string;
  fee_request_id: string | null;
  fee_type: string;
  label: string | null;
  bearer: string;
  percentage: string | null;
  receiver_address: string | null;
  units: bigint;
}

function paidFeeFrom(row: PaidFeeRow): PaidFee {
  return {
    requestId: row.fee_request_id,
    feeType: row.fee_type,
    units: row.units,
    label: row.label,
    bearer: row.bearer === 'payee' ? 'payee' : 'payer',
    percentage: row.percentage,
    receiverAddress: row.receiver_address,
  };
}
