import { sql } from 'kysely';
import { isNetworkId, type NetworkId } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { bytesOf, type Hex, hexOf } from '#kit/hex.ts';
import type { PaymentIntent, ReportedDetails, ReportedHash } from '../model/payment-intent.ts';
import {
  isPaymentIntentStatus,
  type PaymentIntentEvent,
  type PaymentIntentStatus,
} from '../model/status.ts';
import { observationText } from '../model/stored-observations.ts';

/** Names an intent of a link. */
export interface IntentKey {
  readonly securePaymentToken: string;
  readonly network: NetworkId;
  readonly reported: ReportedHash;
}

/** An intent that is to be added. */
export interface NewIntent {
  readonly link: { readonly accountId: string; readonly token: string };
  readonly requestRowId: string;
  /** Whether it is read from now on. */
  readonly isFollowed: boolean;
  readonly network: NetworkId;
  readonly reported: ReportedHash;
  readonly safeDeadline: Date | null;
  readonly payerAddress: string | null;
  readonly details: ReportedDetails;
}

/** Where an intent goes, and what was seen that moves it. */
export interface IntentMove {
  readonly status: PaymentIntentStatus;
  readonly event: PaymentIntentEvent;
  readonly observedFrom: 'client' | 'source' | 'destination' | 'provider' | 'ledger';
  /** What was seen, as JSON. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly nextCheckAt: Date | null;
  readonly checks: number;
}

/** An intent as it is stored. */
export interface IntentRow {
  id: string;
  account_id: string;
  secure_payment_token: string;
  request_id: string;
  status: string;
  network: string;
  transaction_hash: Buffer | null;
  safe_transaction_hash: Buffer | null;
  safe_deadline: Date | null;
  payer_address: string | null;
  created_at: Date;
  next_check_at: Date | null;
}

/** What is read of an intent by all queries. */
export const INTENT_COLUMNS = [
  'id',
  'account_id',
  'secure_payment_token',
  'request_id',
  'status',
  'network',
  'transaction_hash',
  'safe_transaction_hash',
  'safe_deadline',
  'payer_address',
  'created_at',
  'next_check_at',
] as const;

/** The intent of a link with this hash. */
export async function findByHash(
  ctx: Context,
  { securePaymentToken, network, reported }: IntentKey,
): Promise<PaymentIntent | undefined> {
  const column = reported.kind === 'safe' ? 'safe_transaction_hash' : 'transaction_hash';
  const row = await ctx.db
    .selectFrom('payment_intent')
    .select(INTENT_COLUMNS)
    .where('secure_payment_token', '=', securePaymentToken)
    .where('network', '=', network)
    .where(column, '=', bytesOf(reported.hash))
    .executeTakeFirst();
  return row && intentFrom(row);
}

/** Adds an intent, which is due at once where it is followed. The link must be locked. */
export async function insertIntent(ctx: Context, added: NewIntent): Promise<PaymentIntent> {
  const { link, reported, details } = added;
  const now = ctx.now();
  const isTransaction = reported.kind === 'transaction';
  const row = await ctx.db
    .insertInto('payment_intent')
    .values({
      id: ctx.newId(),
      account_id: link.accountId,
      secure_payment_token: link.token,
      request_id: added.requestRowId,
      status: 'recorded',
      network: added.network,
      transaction_hash: isTransaction ? bytesOf(reported.hash) : null,
      safe_transaction_hash: isTransaction ? null : bytesOf(reported.hash),
      safe_deadline: added.safeDeadline,
      payer_address: added.payerAddress,
      reported: JSON.stringify(details),
      created_at: now,
      next_check_at: added.isFollowed ? now : null,
    })
    .returning(INTENT_COLUMNS)
    .executeTakeFirstOrThrow();
  const intent = intentFrom(row);
  await insertObservation(ctx, intent.id, {
    observedFrom: 'client',
    event: 'reported',
    status: 'recorded',
    details: { ...details, payerAddress: added.payerAddress },
  });
  return intent;
}

/** How many intents of a link no node has had, and how many are on their way. */
export async function countOpenIntents(
  ctx: Context,
  token: string,
): Promise<{ readonly unseen: number; readonly onTheirWay: number }> {
  const { rows } = await sql<{ unseen: number; onTheirWay: number }>`
    select count(*) filter (where status = 'recorded')::integer as unseen,
      count(*) filter (where status in ('source_seen', 'source_confirmed'))::integer as "onTheirWay"
    from payment_intent where secure_payment_token = ${token}`.execute(ctx.db);
  return rows[0] ?? { unseen: 0, onTheirWay: 0 };
}

/** Of what is on its way of a link and not delivered: the oldest by the sender who has the most of it. */
export async function findOldestOfLargestSender(
  ctx: Context,
  token: string,
): Promise<PaymentIntent | undefined> {
  const columns = sql.join(INTENT_COLUMNS.map((name) => sql.ref(name)));
  const { rows } = await sql<IntentRow>`
    select ${columns} from payment_intent
    where secure_payment_token = ${token} and status in ('source_seen', 'source_confirmed')
    order by count(*) over (partition by source ->> 'sender') desc, created_at, id
    limit 1`.execute(ctx.db);
  return rows.map(intentFrom)[0];
}

/** The oldest intent of a link that no node has had yet. */
export async function findOldestUnseen(
  ctx: Context,
  token: string,
): Promise<PaymentIntent | undefined> {
  const row = await ctx.db
    .selectFrom('payment_intent')
    .select(INTENT_COLUMNS)
    .where('secure_payment_token', '=', token)
    .where('status', '=', 'recorded')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row && intentFrom(row);
}

/** Removes the oldest intents of a link that turned out to pay something else or nothing, but for so many. */
export async function removeEndedIntents(
  ctx: Context,
  { token, kept }: { readonly token: string; readonly kept: number },
): Promise<void> {
  await sql`
    delete from payment_intent where id in (
      select id from payment_intent
      where secure_payment_token = ${token} and status in ('foreign', 'not_found')
      order by created_at desc, id desc
      offset ${kept}
    )`.execute(ctx.db);
}

/** Moves an intent only if it is still where it was read, with the observation that moves it. Returns whether it did. */
export async function moveIntent(
  ctx: Context,
  from: Pick<PaymentIntent, 'id' | 'status'>,
  move: IntentMove,
): Promise<boolean> {
  invariant(ctx.db.isTransaction, 'a move and its observation are one transaction');
  const { numUpdatedRows } = await ctx.db
    .updateTable('payment_intent')
    .set({
      status: move.status,
      status_since: ctx.now(),
      next_check_at: move.nextCheckAt,
      checks: move.checks,
    })
    .where('id', '=', from.id)
    .where('status', '=', from.status)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await insertObservation(ctx, from.id, move);
  return true;
}

/** What was seen of an intent. */
type NewObservation = Omit<IntentMove, 'nextCheckAt' | 'checks' | 'event'> & {
  readonly event: PaymentIntentEvent | 'reported';
};

/** Adds what was seen of an intent. */
export async function insertObservation(
  ctx: Context,
  intentId: string,
  { observedFrom, event, status, details }: NewObservation,
): Promise<void> {
  await ctx.db
    .insertInto('payment_intent_observation')
    .values({
      id: ctx.newOrderedId(),
      payment_intent_id: intentId,
      observed_at: ctx.now(),
      observed_from: observedFrom,
      event,
      status,
      details: observationText(details),
    })
    .execute();
}

/** An intent from its row. */
export function intentFrom(row: IntentRow): PaymentIntent {
  const { network, status } = row;
  invariant(isNetworkId(network) && isPaymentIntentStatus(status), 'an intent is as we stored it');
  return {
    id: row.id,
    accountId: row.account_id,
    securePaymentToken: row.secure_payment_token,
    requestRowId: row.request_id,
    status,
    network,
    transactionHash: hashFrom(row.transaction_hash),
    safeTransactionHash: hashFrom(row.safe_transaction_hash),
    safeDeadline: row.safe_deadline,
    payerAddress: row.payer_address,
    createdAt: row.created_at,
    nextCheckAt: row.next_check_at,
  };
}

function hashFrom(bytes: Buffer | null): Hex | null {
  return bytes && hexOf(bytes);
}
