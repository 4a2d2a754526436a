import { sql } from 'kysely';
import type { Context } from '#context.ts';
import { byId } from '#kit/by-id.ts';
import type { Sealed } from '#kit/secret.ts';
import type { DueCondition } from '#platform/sweep.ts';
import type { DeliveryStatus } from '../model/status.ts';
import { type SigningColumns, type SigningSecrets, secretsOf } from './signing-secrets.ts';

/** The channel that delivering listens on. */
export const DELIVERY_CHANNEL = 'florin_delivery';

/** A delivery whose attempt is ours to make until its lease ends. */
export interface ClaimedDelivery extends SigningSecrets {
  readonly id: string;
  readonly endpointId: string;
  readonly url: string;
  /** The same object for all deliveries of an endpoint in one claim. */
  readonly secret: Sealed;
  readonly body: string;
  readonly attempts: number;
  readonly isTest: boolean;
  readonly replayOf: string | null;
  readonly eventType: string;
  readonly createdAt: Date;
}

/** How much may be claimed now. */
export interface ClaimRules {
  readonly now: Date;
  /** When claimed deliveries count as lost and become due again. */
  readonly leaseUntil: Date;
  /** For an endpoint that `shares` does not name. */
  readonly share: number;
  /** How many more the named endpoints may have. */
  readonly shares: Readonly<Record<string, number>>;
  readonly limit: number;
}

/** Whether a delivery has not ended, also one that waits for its next attempt: by endpoint, as the claim looks. */
export const isDeliveryPending = (): DueCondition => sql`(
  select true from webhook_delivery where status = 'pending'
  order by webhook_endpoint_id, due_at, id limit 1)`;

/**
 * Claims due deliveries by moving their due time to the end of a lease, so that a killed process
 * loses nothing. Each endpoint has its own lane: the statement goes from one endpoint with
 * pending deliveries to the next by the index, and of each it claims no more than its share, however many
 * wait. Rows that another process is claiming are skipped.
 *
 * The statement is a function of the database (`migrations`), which plans it by index with any
 * statistics. A claim does not wait for the disk: if a crash of the server loses it, the delivery
 * is only due again.
 */
export async function claimDeliveries(
  ctx: Context,
  rules: ClaimRules,
): Promise<readonly ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedRow>`
    with unsynced as materialized (select set_config('synchronous_commit', 'off', true))
    select claimed.* from unsynced
    cross join claim_webhook_deliveries(${rules.now}, ${rules.leaseUntil}, ${rules.share},
      ${JSON.stringify(rules.shares)}::json, ${rules.limit}) claimed`.execute(ctx.db);
  const signing = new Map<string, SigningSecrets>();
  for (const row of rows) {
    const { webhook_endpoint_id: id } = row;
    if (!signing.has(id)) signing.set(id, secretsOf(row));
  }
  return rows
    .map((row) => claimedOf(row, signing.get(row.webhook_endpoint_id) ?? secretsOf(row)))
    .sort(byId);
}

interface ClaimedRow extends SigningColumns {
  readonly id: string;
  readonly webhook_endpoint_id: string;
  readonly url: string;
  readonly body: string;
  readonly attempts: number;
  readonly is_test: boolean;
  readonly replay_of: string | null;
  readonly event_type: string;
  readonly created_at: Date;
}

function claimedOf(row: ClaimedRow, secrets: SigningSecrets): ClaimedDelivery {
  return {
    id: row.id,
    endpointId: row.webhook_endpoint_id,
    url: row.url,
    ...secrets,
    body: row.body,
    attempts: row.attempts,
    isTest: row.is_test,
    replayOf: row.replay_of,
    eventType: row.event_type,
    createdAt: row.created_at,
  };
}

export interface EndedAttempt {
  readonly deliveryId: string;
  readonly endpointId: string;
  readonly isTest: boolean;
  readonly retryCount: number;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly responseStatus: number | null;
  readonly failure: string | null;
  /** The beginning of what was answered. */
  readonly excerpt: string | null;
  readonly status: DeliveryStatus;
  /** When the next attempt is due, or the end of this one where none follows. */
  readonly dueAt: Date;
  readonly finishedAt: Date | null;
}

/** An endpoint that only failed for too long, and is to be switched off. */
export interface FailingEndpoint {
  readonly id: string;
  readonly accountId: string;
}

/**
 * Stores the results of attempts, in one statement for all of them: a function of the database
 * (`migrations`), which finds each delivery by its key with any statistics. An attempt that counted as
 * lost and was made again by another process counts once: the first end that is written wins.
 *
 * A delivery that failed finally starts the time in which its endpoint only fails, and one that
 * succeeds ends it. Tests do not count. Returns the endpoints that failed once more after
 * `switchOffAfterMs` of it, where that is not 0.
 *
 * Endpoints are locked before deliveries, as by those who switch them, and only where one changes.
 */
export async function endAttempts(
  ctx: Context,
  ended: readonly EndedAttempt[],
  { switchOffAfterMs }: { readonly switchOffAfterMs: number },
): Promise<readonly FailingEndpoint[]> {
  const rows = JSON.stringify(ended.map(endedRow));
  const { rows: failing } = await sql<FailingEndpoint>`
    select failing_endpoint_id as id, failing_account_id as "accountId"
    from end_webhook_attempts(${rows}::json, ${switchOffAfterMs}::bigint)`.execute(ctx.db);
  return failing;
}

/** A delivery that is not pending any more was ended, or attempted again, by another process. */
const BEFORE_ITS_END: DeliveryStatus = 'pending';

function endedRow(attempt: EndedAttempt) {
  return {
    id: attempt.deliveryId,
    endpoint_id: attempt.endpointId,
    is_test: attempt.isTest,
    retry_count: attempt.retryCount,
    started_at: attempt.startedAt,
    duration_ms: attempt.durationMs,
    response_status: attempt.responseStatus,
    failure: attempt.failure,
    response_excerpt: attempt.excerpt,
    status_before: BEFORE_ITS_END,
    status: attempt.status,
    due_at: attempt.dueAt,
    finished_at: attempt.finishedAt,
  };
}

/**
 * Ends as skipped up to `limit` deliveries that are due at endpoints that were switched off, and
 * answers how many. One that an attempt is under way for is not due.
 */
export async function skipDue(ctx: Context, limit: number): Promise<number> {
  const now = ctx.now();
  const { numAffectedRows } = await sql`
    update webhook_delivery set status = 'skipped', finished_at = ${now}
    where id = any (array(
      select delivery.id
      from webhook_endpoint endpoint
      join webhook_delivery delivery on delivery.webhook_endpoint_id = endpoint.id
      where not endpoint.is_active and delivery.status = 'pending' and delivery.due_at <= ${now}
      limit ${limit}
      for update of delivery skip locked
    ))`.execute(ctx.db);
  return Number(numAffectedRows ?? 0n);
}

/** Makes pending deliveries that are due after a time due now; returns how many. */
export async function resetPending(
  ctx: Context,
  { now, after, limit }: { readonly now: Date; readonly after: Date; readonly limit: number },
): Promise<number> {
  const result = await ctx.db
    .updateTable('webhook_delivery')
    .set({ due_at: now })
    .where('id', 'in', (query) =>
      query
        .selectFrom('webhook_delivery')
        .select('id')
        .where('status', '=', 'pending')
        .where('due_at', '>', after)
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
