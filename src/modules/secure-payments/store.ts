import { type Insertable, sql } from 'kysely';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { type Hex, hexOf } from '#kit/hex.ts';
import { insertRequests, type NewRequest } from '#modules/requests/index.ts';
import type { SecurePaymentTable } from '#platform/db/tables.generated.ts';
import { isSecurePaymentStatus, type SecurePaymentStatus } from './model/status.ts';

/** A link and everything that is written with it. */
export interface NewSecurePayment {
  readonly link: Insertable<SecurePaymentTable>;
  /** In the order in which they are shown. */
  readonly requests: readonly NewRequest[];
  /** What the integrator says about who pays; kept apart, so that it can be erased. */
  readonly payerIdentifier: string | undefined;
}

/**
 * Adds a link, its requests and what is known of the payer in one statement: one round trip, and
 * all or nothing also outside of a transaction.
 */
export async function insertSecurePayment(ctx: Context, added: NewSecurePayment): Promise<void> {
  const { token } = added.link;
  const asked = added.requests.map((request, position) => ({
    secure_payment_token: token,
    position,
    request_id: request.id,
  }));
  const statement = ctx.db
    .with('added_request', (query) => insertRequests(query, added.requests))
    .with('added_link', (query) => query.insertInto('secure_payment').values(added.link));
  if (added.payerIdentifier === undefined) {
    await statement.insertInto('secure_payment_request').values(asked).execute();
    return;
  }
  const person = { secure_payment_token: token, payer_identifier: added.payerIdentifier };
  await statement
    .with('added_person', (query) => query.insertInto('secure_payment_person').values(person))
    .insertInto('secure_payment_request')
    .values(asked)
    .execute();
}

/** A request of a link, with what was paid for it so far. */
export interface LinkedRequest {
  /** The row; `requestId` is the public id. */
  readonly id: string;
  readonly requestId: string;
  readonly paymentReference: Hex;
  readonly network: string;
  readonly currencyId: string;
  readonly tokenAddress: string;
  readonly payeeAddress: string;
  readonly expectedUnits: bigint;
  readonly feeUnits: bigint;
  readonly feePercentage: string | null;
  readonly feeAddress: string | null;
  /** The sum of the payments that stand. */
  readonly paidUnits: bigint;
  /** The newest payment that stands. */
  readonly paidTransactionHash: Hex | null;
  /** The newest payment that was seen and still waits for confirmations. */
  readonly seenTransactionHash: Hex | null;
}

/** A link with what it asks for. */
export interface SecurePayment {
  readonly token: string;
  readonly accountId: string;
  readonly paymentType: 'single' | 'batch';
  readonly flow: 'incoming' | 'outgoing';
  readonly status: SecurePaymentStatus;
  readonly destinationId: string | null;
  readonly reference: string | null;
  readonly redirectUrl: string | null;
  readonly redirectLabel: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** In their order; never empty. */
  readonly requests: readonly LinkedRequest[];
}

interface FoundRow {
  token: string;
  account_id: string;
  payment_type: string;
  flow: string;
  status: string;
  destination_id: string | null;
  reference: string | null;
  redirect_url: string | null;
  redirect_label: string | null;
  created_at: Date;
  expires_at: Date;
  id: string;
  request_id: string;
  payment_reference: Hex;
  network: string;
  currency_id: string;
  token_address: string;
  payee_address: string;
  expected_units: bigint;
  fee_units: bigint;
  fee_percentage: string | null;
  fee_address: string | null;
  paid_units: bigint;
  paid_hash: Buffer | null;
  seen_hash: Buffer | null;
}

/**
 * The link with this token, whoever it belongs to: the token is the right to read and pay it.
 * One round trip, because every payer's page asks this again and again.
 */
export async function findByToken(ctx: Context, token: string): Promise<SecurePayment | undefined> {
  const { rows } = await sql<FoundRow>`
    select
      link.token, link.account_id, link.payment_type, link.flow, link.status, link.destination_id,
      link.reference, link.redirect_url, link.redirect_label, link.created_at, link.expires_at,
      request.id, request.request_id, request.payment_reference, request.network,
      request.currency_id, request.token_address, request.payee_address, request.expected_units,
      request.fee_units, request.fee_percentage, request.fee_address,
      paid.units as paid_units, paid.hash as paid_hash, seen.hash as seen_hash
    from secure_payment link
    join secure_payment_request asked on asked.secure_payment_token = link.token
    join request on request.id = asked.request_id
    cross join lateral (
      -- An undone payment stays as a row and no longer counts. Ids sort by time.
      select
        coalesce(sum(payment.amount_units), 0) as units,
        (array_agg(payment.transaction_hash order by payment.id desc))[1] as hash
      from payment
      where payment.request_id = request.id
        and not exists (
          select from payment_undo undo where undo.payment_id = payment.id
        )
    ) paid
    left join lateral (
      select transfer.transaction_hash as hash
      from chain_transfer transfer
      where transfer.account_id = link.account_id
        and transfer.request_id = request.id
        and transfer.status = 'seen'
      order by transfer.id desc
      limit 1
    ) seen on true
    where link.token = ${token}
    order by asked.position`.execute(ctx.db);
  return securePaymentFrom(rows);
}

function securePaymentFrom(rows: readonly FoundRow[]): SecurePayment | undefined {
  const link = rows[0];
  if (link === undefined) return undefined;
  invariant(isSecurePaymentStatus(link.status), `no link may be "${link.status}"`);
  return {
    token: link.token,
    accountId: link.account_id,
    paymentType: link.payment_type === 'batch' ? 'batch' : 'single',
    flow: link.flow === 'outgoing' ? 'outgoing' : 'incoming',
    status: link.status,
    destinationId: link.destination_id,
    reference: link.reference,
    redirectUrl: link.redirect_url,
    redirectLabel: link.redirect_label,
    createdAt: link.created_at,
    expiresAt: link.expires_at,
    requests: rows.map(requestFrom),
  };
}

function requestFrom(row: FoundRow): LinkedRequest {
  return {
    id: row.id,
    requestId: row.request_id,
    paymentReference: row.payment_reference,
    network: row.network,
    currencyId: row.currency_id,
    tokenAddress: row.token_address,
    payeeAddress: row.payee_address,
    expectedUnits: row.expected_units,
    feeUnits: row.fee_units,
    feePercentage: row.fee_percentage,
    feeAddress: row.fee_address,
    paidUnits: row.paid_units,
    paidTransactionHash: row.paid_hash === null ? null : hexOf(row.paid_hash),
    seenTransactionHash: row.seen_hash === null ? null : hexOf(row.seen_hash),
  };
}
