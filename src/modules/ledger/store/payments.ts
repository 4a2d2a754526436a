import { sql } from 'kysely';
import type { Context } from '#context.ts';
import { type Hex, hexOf } from '#kit/hex.ts';
import { arrayText } from '#platform/db/array-text.ts';
import { insertRows } from '#platform/db/insert-rows.ts';

/** A payment to be added. */
interface NewPayment {
  readonly id: string;
  readonly accountId: string;
  readonly requestId: string;
  readonly chainTransferId: string;
  readonly network: string;
  readonly currencyId: string;
  readonly amountUnits: bigint;
  readonly feeUnits: bigint;
  /** What moved in the token; the same as `amountUnits` unless it was converted. */
  readonly tokenUnits: bigint;
  readonly tokenFeeUnits: bigint;
  readonly payerAddress: string;
  readonly transactionHash: Buffer;
  readonly late: boolean;
  readonly receivedAt: Date;
}

/**
 * Adds payments and returns how many were added: those whose transfers were recorded before are left
 * out. The database adds them to the stored sum of their request.
 */
export async function insertPayments(
  ctx: Context,
  payments: readonly NewPayment[],
): Promise<number> {
  const added = insertRows({
    into: 'payment',
    columns: {
      id: 'text',
      account_id: 'text',
      request_id: 'text',
      chain_transfer_id: 'text',
      network: 'text',
      currency_id: 'text',
      amount_units: 'numeric',
      fee_units: 'numeric',
      token_units: 'numeric',
      token_fee_units: 'numeric',
      payer_address: 'text',
      transaction_hash: 'bytea',
      late: 'boolean',
      received_at: 'timestamptz',
    },
    rows: payments.map((payment) => ({
      id: payment.id,
      account_id: payment.accountId,
      request_id: payment.requestId,
      chain_transfer_id: payment.chainTransferId,
      network: payment.network,
      currency_id: payment.currencyId,
      amount_units: payment.amountUnits,
      fee_units: payment.feeUnits,
      token_units: payment.tokenUnits,
      token_fee_units: payment.tokenFeeUnits,
      payer_address: payment.payerAddress,
      transaction_hash: payment.transactionHash,
      late: payment.late,
      received_at: payment.receivedAt,
    })),
  });
  const { numAffectedRows } =
    await sql`${added} on conflict (chain_transfer_id) do nothing`.execute(ctx.db);
  return Number(numAffectedRows ?? 0n);
}

/** A payment that was not undone, as it was recorded. */
export interface ActivePayment {
  readonly id: string;
  readonly chainTransferId: string;
  readonly requestId: string;
  readonly amountUnits: bigint;
  readonly feeUnits: bigint;
  /** The fee that its transaction was seen to pay, to any receiver. */
  readonly seenFeeUnits: bigint;
  readonly tokenUnits: bigint;
  readonly tokenFeeUnits: bigint;
  readonly payerAddress: string;
  /** Whether a bridge made it, for a deposit on another network. */
  readonly isBridged: boolean;
  /** Who sent it to the bridge; null for others, and while its deposit was not found. */
  readonly bridgeSender: string | null;
  /** The key whose tokens the payer, an account, paid with; null where the chain does not show one. */
  readonly payerEoaAddress: string | null;
  readonly transactionHash: Hex;
  readonly late: boolean;
}

type ActivePaymentRow = Omit<ActivePayment, 'transactionHash'> & {
  readonly transactionHash: Buffer;
};

/** What is read of a payment and of its transfer. */
const PAYMENT_COLUMNS = sql`payment.id, payment.chain_transfer_id as "chainTransferId",
  payment.request_id as "requestId", payment.amount_units as "amountUnits",
  payment.fee_units as "feeUnits", transfer.fee_units as "seenFeeUnits",
  payment.token_units as "tokenUnits", payment.token_fee_units as "tokenFeeUnits",
  payment.payer_address as "payerAddress", payment.transaction_hash as "transactionHash",
  payment.late, transfer.bridge_origin_chain_id is not null as "isBridged",
  transfer.bridge_sender as "bridgeSender", transfer.payer_eoa_address as "payerEoaAddress"`;

/** The payments of these transfers that were not undone, in the order of their requests and of their ids. */
export async function findActivePayments(
  ctx: Context,
  chainTransferIds: readonly string[],
): Promise<readonly ActivePayment[]> {
  const { rows } = await sql<ActivePaymentRow>`
    select ${PAYMENT_COLUMNS}
    from active_payment payment
    join chain_transfer transfer on transfer.id = payment.chain_transfer_id
    where payment.chain_transfer_id = any (${arrayText(chainTransferIds)}::text[])
    order by payment.request_id, payment.id`.execute(ctx.db);
  return rows.map(paymentFrom);
}

/**
 * Undoes the payments of these transfers and returns those that were not undone before, in the order of their
 * requests and of their ids. The database subtracts them from the stored sums of their requests.
 */
export async function undoActivePayments(
  ctx: Context,
  chainTransferIds: readonly string[],
): Promise<readonly ActivePayment[]> {
  const ids = sql`${arrayText(chainTransferIds)}::text[]`;
  const { rows } = await sql<ActivePaymentRow>`
    with undone as (
      insert into payment_undo (payment_id, undone_at)
      select id, ${ctx.now()}::timestamptz from active_payment where chain_transfer_id = any (${ids})
      on conflict (payment_id) do nothing
      returning payment_id
    )
    select ${PAYMENT_COLUMNS}
    from payment
    join chain_transfer transfer on transfer.id = payment.chain_transfer_id
    where payment.chain_transfer_id = any (${ids})
      and payment.id in (select payment_id from undone)
    order by payment.request_id, payment.id`.execute(ctx.db);
  return rows.map(paymentFrom);
}

function paymentFrom(row: ActivePaymentRow): ActivePayment {
  return { ...row, transactionHash: hexOf(row.transactionHash) };
}
