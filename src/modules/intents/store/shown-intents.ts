import { sql } from 'kysely';
import type { Context } from '#context.ts';
import { hexOf } from '#kit/hex.ts';
import type { IntentView, ObservationView } from '../model/intent-view.ts';

interface ShownRow extends Omit<IntentView, 'txHash' | 'safeTxHash'> {
  readonly transactionHash: Buffer | null;
  readonly safeTransactionHash: Buffer | null;
}

const SHOWN = sql`
  intent.id, intent.status, intent.account_id as "accountId",
  intent.secure_payment_token as "securePaymentToken", request.request_id as "requestId",
  intent.network, intent.transaction_hash as "transactionHash",
  intent.safe_transaction_hash as "safeTransactionHash", intent.created_at as "createdAt",
  intent.next_check_at as "nextCheckAt", intent.deadline_at as "deadlineAt"`;

/** The intent with this id, of any account. */
export async function findIntentById(ctx: Context, id: string): Promise<IntentView | undefined> {
  const { rows } = await sql<ShownRow>`
    select ${SHOWN} from payment_intent intent
    join request_summary request on request.id = intent.request_id
    where intent.id = ${id}`.execute(ctx.db);
  return rows.map(shownFrom)[0];
}

/** Up to `limit` followed intents that were not settled, the oldest first. */
export async function findOpenIntents(ctx: Context, limit: number): Promise<readonly IntentView[]> {
  const { rows } = await sql<ShownRow>`
    select ${SHOWN} from (
      select * from payment_intent
      where next_check_at is not null and status <> 'settled'
      order by created_at, id limit ${limit}
    ) intent
    join request_summary request on request.id = intent.request_id
    order by intent.created_at, intent.id`.execute(ctx.db);
  return rows.map(shownFrom);
}

/** What was seen of an intent, in its order. */
export async function findObservations(
  ctx: Context,
  intentId: string,
): Promise<readonly ObservationView[]> {
  const rows = await ctx.db
    .selectFrom('payment_intent_observation')
    .select(['observed_at', 'observed_from', 'event', 'status', 'details'])
    .where('payment_intent_id', '=', intentId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    at: row.observed_at,
    from: row.observed_from,
    event: row.event,
    status: row.status,
    details: JSON.parse(row.details),
  }));
}

function shownFrom({ transactionHash, safeTransactionHash, ...row }: ShownRow): IntentView {
  return {
    ...row,
    txHash: transactionHash && hexOf(transactionHash),
    safeTxHash: safeTransactionHash && hexOf(safeTransactionHash),
  };
}
