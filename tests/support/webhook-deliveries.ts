import type { Context } from '../../src/context.ts';

interface Known {
  readonly endpointId: string;
  readonly status?: 'pending' | 'delivered' | 'failed' | 'skipped';
  readonly type?: string;
  readonly createdAt?: Date;
  /** The first delivery, where this one sends it again. */
  readonly replayOf?: string;
}

/** A delivery to an endpoint, as fanning out leaves it; a test's, for it reports no event. */
export async function insertDelivery(ctx: Context, known: Known): Promise<string> {
  const { endpointId, status = 'pending', type = 'payment.confirmed' } = known;
  const id = ctx.newOrderedId();
  const createdAt = known.createdAt ?? ctx.now();
  const { account_id } = await ctx.db
    .selectFrom('webhook_endpoint')
    .select('account_id')
    .where('id', '=', endpointId)
    .executeTakeFirstOrThrow();
  await ctx.db
    .insertInto('webhook_delivery')
    .values({
      id,
      account_id,
      event_id: null,
      is_test: true,
      webhook_endpoint_id: endpointId,
      event_type: type,
      status,
      due_at: createdAt,
      created_at: createdAt,
      finished_at: status === 'pending' ? null : createdAt,
      replay_of: known.replayOf ?? null,
    })
    .execute();
  if (known.replayOf === undefined) {
    await ctx.db
      .insertInto('webhook_delivery_body')
      .values({ webhook_delivery_id: id, body: JSON.stringify({ event: type }) })
      .execute();
  }
  return id;
}

/** Where a delivery stands. */
export async function statusOfDelivery(ctx: Context, id: string): Promise<string> {
  const { status } = await ctx.db
    .selectFrom('webhook_delivery')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return status;
}

interface DeliveryAttempt {
  readonly deliveryId: string;
  readonly retryCount: number;
  /** Answered with this; without it there was no answer. */
  readonly responseStatus?: number;
  readonly failure?: string;
}

/** An attempt of a delivery that ended, as the deliverer writes it down. */
export async function insertAttempt(ctx: Context, tried: DeliveryAttempt): Promise<void> {
  const { deliveryId, retryCount, responseStatus } = tried;
  const { account_id } = await ctx.db
    .updateTable('webhook_delivery')
    .set({ attempts: retryCount + 1 })
    .where('id', '=', deliveryId)
    .returning('account_id')
    .executeTakeFirstOrThrow();
  await ctx.db
    .insertInto('webhook_attempt')
    .values({
      webhook_delivery_id: deliveryId,
      retry_count: retryCount,
      account_id,
      started_at: ctx.now(),
      duration_ms: 7,
      response_status: responseStatus ?? null,
      failure: tried.failure ?? null,
      response_excerpt: responseStatus === undefined ? null : 'busy',
    })
    .execute();
}
