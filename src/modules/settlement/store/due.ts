import { sql } from 'kysely';
import type { BlockPoint } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { type Hex, hexOf } from '#kit/hex.ts';
import {
  type Mark,
  type MarkColumns,
  marksOf,
  type PaymentMarks,
} from '#modules/requests/index.ts';
import type { TransferStatus } from '../model/status.ts';

/** Of a network, and of amounts of a currency there, the newest block that is deep enough. */
export interface Threshold {
  readonly network: string;
  /** Null is every currency that no other threshold of the network names. */
  readonly currencyId: string | null;
  /** What all transfers of a request brought so far, in units of what moved, from which on it holds. */
  readonly fromUnits: bigint;
  /** Null has no upper end. */
  readonly belowUnits: bigint | null;
  readonly upTo: bigint;
  /** The newest block that was looked at. */
  readonly lookedAt: bigint;
  /** Above how many such units nodes must agree; null asks none, and -1 of every transfer. */
  readonly agreeAboveUnits: bigint | null;
}

/** A transfer that waits for its next step. */
export interface DueTransfer {
  readonly id: string;
  readonly requestId: string;
  readonly network: string;
  readonly block: BlockPoint;
  readonly blockTime: Date;
  readonly transactionHash: Hex;
  readonly logIndex: number;
  readonly payerAddress: string;
  readonly creditedUnits: bigint;
  readonly feeUnits: bigint;
  readonly feeAddress: string;
  readonly tokenUnits: bigint;
  readonly tokenFeeUnits: bigint;
  /** When it was seen, confirmed and final, as far as it got. */
  readonly marks: PaymentMarks;
  /** The newest block that was looked at. */
  readonly lookedAt: bigint;
  /** Whether nodes must agree before it counts. */
  readonly needsAgreement: boolean;
  readonly agreement: 'short' | 'disputed' | undefined;
  readonly agreementAsks: number;
}

interface DueRow extends MarkColumns {
  id: string;
  request_id: string;
  network: string;
  block_hash: Buffer;
  block_time: Date;
  transaction_hash: Buffer;
  log_index: number;
  payer_address: string;
  credited_units: bigint;
  fee_units: bigint;
  fee_address: string;
  token_units: bigint;
  token_fee_units: bigint;
  looked_at: bigint;
  needs_agreement: boolean;
  agreement: string | null;
  agreement_asks: number;
}

/** Which transfers are wanted. */
export interface DueWish {
  readonly status: 'seen' | 'confirmed';
  readonly limit: number;
  /** None of these. */
  readonly except: readonly string[];
  /** `asked`: also those that nodes must agree on, and may be asked about now. */
  readonly agreement: 'none' | 'asked';
}

/**
 * Transfers at or below the threshold for their network, currency and amount, oldest block first.
 *
 * The amount is what all transfers of the request brought that stand: a large one does not become
 * small by being paid in parts.
 */
export async function findDueTransfers(
  ctx: Context,
  thresholds: readonly Threshold[],
  wish: DueWish,
): Promise<readonly DueTransfer[]> {
  const { rows } = await sql<DueRow>`
    with due as (
      select * from json_to_recordset(${thresholdsJson(thresholds)}::json) as due (
        network text, currency_id text, from_units numeric, below_units numeric, up_to numeric,
        looked_at numeric, agree_above_units numeric)
    )
    select t.id, t.request_id, t.network, t.block_number, t.block_hash, t.block_time,
      t.transaction_hash, t.log_index, t.payer_address, t.credited_units, t.fee_units, t.fee_address,
      coalesce(t.token_units, t.credited_units) as token_units,
      coalesce(t.token_fee_units, t.fee_units) as token_fee_units,
      t.seen_at, t.confirmed_block, t.confirmed_at, t.finalized_block, t.finalized_at,
      due.looked_at,
      brought.units > coalesce(due.agree_above_units, brought.units) as needs_agreement,
      t.agreement, t.agreement_asks
    from due
    join chain_transfer t on t.network = due.network and t.block_number <= due.up_to
    join request on request.id = t.request_id
    cross join lateral (
      -- Added up only where anything depends on it, which by default is nowhere.
      select case
        when due.below_units is null and due.from_units = 0 and due.agree_above_units is null then 0
        else (
          select sum(coalesce(other.token_units, other.credited_units))
          from chain_transfer other
          where other.account_id = t.account_id and other.request_id = t.request_id
            and other.status <> 'undone'
        )
      end as units
    ) brought
    where t.status = ${sql.lit(wish.status)} and t.id <> all (${wish.except}::text[])
      and case
        when due.currency_id is not null then due.currency_id = request.currency_id
        else not exists (
          select from due named
          where named.network = due.network and named.currency_id = request.currency_id
        )
      end
      and brought.units >= due.from_units
      and (due.below_units is null or brought.units < due.below_units)
      and (
        due.agree_above_units is null or brought.units <= due.agree_above_units
        or ${wish.agreement === 'asked'}::boolean
          and (t.agreement_due_at is null or t.agreement_due_at <= ${ctx.now()}::timestamptz)
      )
    order by t.network, t.block_number, t.log_index
    limit ${wish.limit}`.execute(ctx.db);
  return rows.map(dueFrom);
}

function dueFrom(row: DueRow): DueTransfer {
  return {
    id: row.id,
    requestId: row.request_id,
    network: row.network,
    block: { number: row.block_number, hash: hexOf(row.block_hash) },
    blockTime: row.block_time,
    transactionHash: hexOf(row.transaction_hash),
    logIndex: row.log_index,
    payerAddress: row.payer_address,
    creditedUnits: row.credited_units,
    feeUnits: row.fee_units,
    feeAddress: row.fee_address,
    tokenUnits: row.token_units,
    tokenFeeUnits: row.token_fee_units,
    marks: marksOf(row),
    lookedAt: row.looked_at,
    needsAgreement: row.needs_agreement,
    agreement:
      row.agreement === 'short' || row.agreement === 'disputed' ? row.agreement : undefined,
    agreementAsks: row.agreement_asks,
  };
}

/**
 * Moves a transfer only if it is still `from`, so of two racing settlers exactly one wins. One that
 * somebody else holds is skipped, not waited for: the other is settling it, or taking it back.
 */
export async function moveTransfer(
  ctx: Context,
  id: string,
  move: {
    readonly from: TransferStatus;
    readonly to: 'confirmed' | 'finalized';
    readonly mark: Mark;
  },
): Promise<boolean> {
  const { blockNumber, at } = move.mark;
  const result = await ctx.db
    .updateTable('chain_transfer')
    .set({
      status: move.to,
      ...(move.to === 'confirmed'
        ? { confirmed_block: blockNumber, confirmed_at: at }
        : { finalized_block: blockNumber, finalized_at: at }),
    })
    .where('id', '=', (query) =>
      query
        .selectFrom('chain_transfer')
        .select('id')
        .where('id', '=', id)
        .where('status', '=', move.from)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Writes down why a transfer waits for nodes, and when they are asked again. */
export async function postponeTransfer(
  ctx: Context,
  id: string,
  wait: { readonly agreement: 'short' | 'disputed'; readonly asks: number; readonly dueAt: Date },
): Promise<void> {
  await ctx.db
    .updateTable('chain_transfer')
    .set({
      agreement: wait.agreement,
      agreement_asks: wait.asks,
      agreement_due_at: wait.dueAt,
    })
    .where('id', '=', id)
    .where('status', '=', 'seen')
    .execute();
}

function thresholdsJson(thresholds: readonly Threshold[]): string {
  return JSON.stringify(
    thresholds.map((threshold) => ({
      network: threshold.network,
      currency_id: threshold.currencyId,
      from_units: threshold.fromUnits.toString(),
      below_units: threshold.belowUnits?.toString(),
      up_to: threshold.upTo.toString(),
      looked_at: threshold.lookedAt.toString(),
      agree_above_units: threshold.agreeAboveUnits?.toString(),
    })),
  );
}
