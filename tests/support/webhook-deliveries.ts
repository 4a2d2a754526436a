import type { Context } from '../../src/context.ts';

interface Known {
  readonly endpointId: string;
  readonly status?: 'pending' | 'delivered' | 'failed' | 'skipped';
  readonly type?: string;
  readonly createdAt?: Date;
  /** The first delivery, where this one tells it again. */
  readonly replayOf?: string;
}

/** A delivery to an endpoint, as fanning out leaves it; a test's, for it tells of no event. */
export async function insertDelivery(ctx: Context, known: Known): Promise<string> {
  const { endpointId, status = 'pending', type = 'payment.confirmed' } = known;
  const id = ctx.newId();
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
      body: JSON.stringify({ event: type }),
      status,
      due_at: createdAt,
      created_at: createdAt,
      finished_at: status === 'pending' ? null : createdAt,
      replay_of: known.replayOf ?? null,
    })
    .execute();
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
