import { sql } from 'kysely';
import { z } from 'zod';
import { isNetworkId } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { isHex } from '#kit/hex.ts';
import type { SignedPayment } from '../model/signed-payment.ts';

const units = z.string().transform(BigInt);
const Payments = z.array(
  z.object({
    kind: z.literal('token'),
    tokenAddress: z.string(),
    payeeAddress: z.string(),
    paymentReference: z.string().refine(isHex),
    amountUnits: units,
    feeUnits: units,
    feeAddress: z.string(),
  }),
);
const Approval = z.object({ units, nonce: units });

/** Amounts are stored as texts, as JSON has no numbers of their size. */
function jsonOf(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? `${one}` : one));
}

interface Owned {
  readonly accountId: string;
  /** The row of the request. */
  readonly requestRowId: string;
}

/** Stores what a payer is handed out to sign. */
export async function insertSignedPayment(
  ctx: Context,
  { accountId, requestRowId, ...signed }: SignedPayment & Owned,
): Promise<void> {
  await ctx.db
    .insertInto('signed_payment')
    .values({
      id: signed.id,
      account_id: accountId,
      request_id: requestRowId,
      network: signed.network,
      currency_id: signed.currencyId,
      payer_address: signed.payerAddress,
      nonce: signed.nonce,
      expires_at: signed.expiresAt,
      payments: jsonOf(signed.payments),
      approval: signed.approval === undefined ? null : jsonOf(signed.approval),
      created_at: ctx.now(),
    })
    .execute();
}

/** What an account's payer was handed out under this id, with the public id of its request. */
export async function findSignedPayment(
  ctx: Context,
  { accountId, id }: { readonly accountId: string; readonly id: string },
): Promise<(SignedPayment & { readonly requestId: string }) | undefined> {
  const row = await ctx.db
    .selectFrom('signed_payment')
    .innerJoin('request', 'request.id', 'signed_payment.request_id')
    .select([
      'signed_payment.id',
      'signed_payment.network',
      'signed_payment.currency_id',
      'signed_payment.payer_address',
      'signed_payment.nonce',
      'signed_payment.expires_at',
      'signed_payment.payments',
      'signed_payment.approval',
      'request.request_id',
    ])
    .where('signed_payment.id', '=', id)
    .where('signed_payment.account_id', '=', accountId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  invariant(isNetworkId(row.network), 'payments are signed on listed networks');
  return {
    id: row.id,
    requestId: row.request_id,
    network: row.network,
    currencyId: row.currency_id,
    payerAddress: row.payer_address,
    nonce: row.nonce,
    expiresAt: row.expires_at,
    payments: Payments.parse(JSON.parse(row.payments)),
    approval: row.approval === null ? undefined : Approval.parse(JSON.parse(row.approval)),
  };
}

/** Deletes up to `limit` of those that ended before a moment, and returns how many. */
export async function deleteEndedSignedPayments(
  ctx: Context,
  { endedBefore, limit }: { readonly endedBefore: Date; readonly limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from signed_payment where id = any (array(
      select id from signed_payment where expires_at < ${endedBefore}
      order by expires_at, id limit ${limit}))`.execute(ctx.db);
  return Number(numAffectedRows ?? 0n);
}
