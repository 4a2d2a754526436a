import { sql } from 'kysely';
import type { Context } from '#context.ts';
import { arrayText } from '#platform/db/array-text.ts';
import { insertRows } from '#platform/db/insert-rows.ts';

/** A payment to be added to the books. */
export interface NewPayment {
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
 * Adds payments and answers how many were added: those whose transfers were recorded before are left
 * out. The database adds them to the kept sum of their request.
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

/** A payment that stands, as it was recorded. */
export interface StandingPayment {
  readonly id: string;
  readonly chainTransferId: string;
  readonly requestId: string;
  readonly amountUnits: bigint;
  readonly feeUnits: bigint;
  /** The same, and also the fee that only the payment's call named, whoever received it. */
  readonly slotFeeUnits: bigint;
  readonly tokenUnits: bigint;
  readonly tokenFeeUnits: bigint;
  readonly payerAddress: string;
  readonly transactionHash: Buffer;
  readonly late: boolean;
}

/** The standing payments behind these transfers, by request, so that locks are taken in one order. */
export async function findStandingPayments(
  ctx: Context,
  chainTransferIds: readonly string[],
): Promise<readonly StandingPayment[]> {
  const rows = await ctx.db
    .selectFrom('payment')
    .leftJoin('payment_undo', 'payment_undo.payment_id', 'payment.id')
    .innerJoin('request', 'request.id', 'payment.request_id')
    .innerJoin('chain_transfer as transfer', 'transfer.id', 'payment.chain_transfer_id')
    .select((of) =>
      of
        .case()
        .when('request.fee_address', 'is', null)
        .then(of.ref('transfer.fee_units'))
        .else(of.ref('payment.fee_units'))
        .end()
        .as('slot_fee_units'),
    )
    .select([
      'payment.id',
      'payment.chain_transfer_id',
      'payment.request_id',
      'payment.amount_units',
      'payment.fee_units',
      'payment.token_units',
      'payment.token_fee_units',
      'payment.payer_address',
      'payment.transaction_hash',
      'payment.late',
    ])
    .where(sql<boolean>`payment.chain_transfer_id = any (${arrayText(chainTransferIds)}::text[])`)
    .where('payment_undo.payment_id', 'is', null)
    .orderBy('payment.request_id')
    .orderBy('payment.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    chainTransferId: row.chain_transfer_id,
    requestId: row.request_id,
    amountUnits: row.amount_units,
    feeUnits: row.fee_units,
    slotFeeUnits: row.slot_fee_units,
    // Rows from before conversions have none: then the token is what the books count in.
    tokenUnits: row.token_units ?? row.amount_units,
    tokenFeeUnits: row.token_fee_units ?? row.fee_units,
    payerAddress: row.payer_address,
    transactionHash: row.transaction_hash,
    late: row.late,
  }));
}

/** Marks a payment as taken back; false when it already was. */
export async function insertPaymentUndo(
  ctx: Context,
  undo: { readonly paymentId: string; readonly undoneAt: Date },
): Promise<boolean> {
  const result = await ctx.db
    .insertInto('payment_undo')
    .values({ payment_id: undo.paymentId, undone_at: undo.undoneAt })
    .onConflict((conflict) => conflict.column('payment_id').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}
