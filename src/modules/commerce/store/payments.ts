import { type Selectable, sql } from 'kysely';
import { ESCROW_COLLECTIONS } from '#catalog/escrows.ts';
import { isNetworkId, type NetworkId } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { bytesOf, type Hex, hexOf } from '#kit/hex.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { CommercePaymentTable } from '#platform/db/tables.generated.ts';
import type { DueCondition } from '#platform/sweep.ts';
import type { CommercePayment } from '../model/commerce-payment.ts';
import { type CommerceStatus, isCommerceStatus } from '../model/status.ts';

type Row = Selectable<CommercePaymentTable>;

/** Adds a payment that nothing has happened to. */
export async function insertPayment(
  ctx: Context,
  payment: CommercePayment,
  more: { readonly watchedUntil: Date | undefined },
): Promise<void> {
  await ctx.db
    .insertInto('commerce_payment')
    .values({
      id: payment.id,
      account_id: payment.accountId,
      request_id: payment.requestId,
      client_id_id: payment.clientIdId,
      status: payment.status,
      network: payment.network,
      currency_id: payment.currencyId,
      merchant_id: payment.merchantId,
      operator_address: payment.operatorAddress,
      payer_address: payment.payerAddress,
      receiver_address: payment.receiverAddress,
      max_units: payment.maxUnits,
      pre_approval_expires_at: payment.preApprovalExpiresAt,
      authorization_expires_at: payment.authorizationExpiresAt,
      refund_expires_at: payment.refundExpiresAt,
      fee_bps: payment.feeBps,
      fee_address: payment.feeAddress,
      payment_reference: bytesOf(payment.paymentReference),
      reference_key: bytesOf(payment.referenceKey),
      payment_hash: bytesOf(payment.paymentHash),
      amount_units: payment.amountUnits,
      collection: payment.collection,
      created_at: payment.createdAt,
      updated_at: payment.updatedAt,
      expires_at: payment.preApprovalExpiresAt,
      is_watched: true,
      watched_until: more.watchedUntil ?? null,
    })
    .execute();
}

/** A payment of an account; of a client ID alone where one is named. */
export async function findOwnPayment(
  ctx: Context,
  own: {
    readonly accountId: string;
    readonly requestId: string;
    readonly clientIdId?: string | undefined;
  },
): Promise<CommercePayment | undefined> {
  let query = ctx.db
    .selectFrom('commerce_payment')
    .selectAll()
    .where('account_id', '=', own.accountId)
    .where('request_id', '=', own.requestId);
  if (own.clientIdId !== undefined) query = query.where('client_id_id', '=', own.clientIdId);
  const row = await query.executeTakeFirst();
  return row && paymentFrom(row);
}

/** A payment, for this transaction alone until it ends. */
export async function lockPayment(ctx: Context, id: string): Promise<CommercePayment> {
  const row = await ctx.db
    .selectFrom('commerce_payment')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  invariant(row !== undefined, `commerce payment ${id} exists`);
  return paymentFrom(row);
}

/** The payments with any of these hashes or reference keys on a network. */
export async function findNamedPayments(
  ctx: Context,
  network: NetworkId,
  named: { readonly paymentHashes: readonly Hex[]; readonly referenceKeys: readonly Hex[] },
): Promise<readonly CommercePayment[]> {
  const rows = await ctx.db
    .selectFrom('commerce_payment')
    .selectAll()
    .where('network', '=', network)
    .where((is) =>
      is.or(
        [
          ['payment_hash', named.paymentHashes.map(bytesOf)] as const,
          ['reference_key', named.referenceKeys.map(bytesOf)] as const,
        ].flatMap(([column, values]) =>
          values.length === 0 ? [] : [is(column, '=', anyOf(values))],
        ),
      ),
    )
    .execute();
  return rows.map(paymentFrom);
}

/** Moves a payment from the status that it was locked with. */
export async function movePayment(
  ctx: Context,
  { id, status: from }: Pick<CommercePayment, 'id' | 'status'>,
  to: { readonly status: CommerceStatus; readonly expiresAt: Date | undefined },
): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('commerce_payment')
    .set({ status: to.status, expires_at: to.expiresAt ?? null, updated_at: ctx.now() })
    .where('id', '=', id)
    .where('status', '=', from)
    .executeTakeFirst();
  invariant(numUpdatedRows === 1n, `commerce payment ${id} was ${from}`);
}

/** Lets a payment be read of the chain until a time; undefined is without an end. */
export async function setWatched(ctx: Context, id: string, until: Date | undefined): Promise<void> {
  await ctx.db
    .updateTable('commerce_payment')
    .set({ is_watched: true, watched_until: until ?? null })
    .where('id', '=', id)
    .execute();
}

/** Stops reading for payments whose time is over, on a network that was read to its head. */
export async function endWatching(ctx: Context, network: NetworkId): Promise<void> {
  await ctx.db
    .updateTable('commerce_payment')
    .set({ is_watched: false, watched_until: null })
    .where('network', '=', network)
    .where('is_watched', '=', true)
    .where('watched_until', '<=', ctx.now())
    .execute();
}

/** Whether the status of a payment changes by the time that it is. */
export const isExpiryDue = (ctx: Context): DueCondition => sql`(
  select true from commerce_payment where expires_at <= ${ctx.now()} order by expires_at limit 1)`;

/** Up to `limit` payments whose status changes by the time that it is, locked. */
export async function lockDuePayments(
  ctx: Context,
  limit: number,
): Promise<readonly CommercePayment[]> {
  const rows = await ctx.db
    .selectFrom('commerce_payment')
    .selectAll()
    .where('expires_at', '<=', ctx.now())
    .orderBy('expires_at')
    .orderBy('id')
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  return rows.map(paymentFrom);
}

/** Whether any payment of a network is watched. */
export async function hasWatched(ctx: Context, network: NetworkId): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('commerce_payment')
    .select('id')
    .where('network', '=', network)
    .where('is_watched', '=', true)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

function paymentFrom(row: Row): CommercePayment {
  const { status, network } = row;
  invariant(isCommerceStatus(status), `no commerce payment may be "${status}"`);
  invariant(isNetworkId(network), 'payments are held on listed networks');
  const collection = ESCROW_COLLECTIONS.find((one) => one === row.collection);
  invariant(collection !== undefined, `nothing is collected by "${row.collection}"`);
  return {
    id: row.id,
    accountId: row.account_id,
    requestId: row.request_id,
    clientIdId: row.client_id_id,
    status,
    network,
    currencyId: row.currency_id,
    merchantId: row.merchant_id,
    operatorAddress: row.operator_address,
    payerAddress: row.payer_address,
    receiverAddress: row.receiver_address,
    maxUnits: BigInt(row.max_units),
    preApprovalExpiresAt: row.pre_approval_expires_at,
    authorizationExpiresAt: row.authorization_expires_at,
    refundExpiresAt: row.refund_expires_at,
    feeBps: row.fee_bps,
    feeAddress: row.fee_address,
    paymentReference: hexOf(row.payment_reference),
    referenceKey: hexOf(row.reference_key),
    paymentHash: hexOf(row.payment_hash),
    amountUnits: BigInt(row.amount_units),
    collection,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
