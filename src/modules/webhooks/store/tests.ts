import { sql } from 'kysely';
import type { Context } from '#context.ts';
import { DELIVERY_CHANNEL } from './deliveries.ts';

/** A test that is pending for an endpoint. */
export interface NewTest {
  readonly id: string;
  readonly endpointId: string;
}

/** How many tests the most tested of some endpoints was sent since a time, and when the first was. */
export async function countTests(
  ctx: Context,
  endpointIds: readonly string[],
  since: Date,
): Promise<{ readonly count: number; readonly firstAt: Date | null }> {
  const row = await ctx.db
    .selectFrom('webhook_delivery')
    .select(({ fn }) => [fn.countAll<string>().as('count'), fn.min('created_at').as('firstAt')])
    .where('webhook_endpoint_id', 'in', [...endpointIds])
    .where('is_test', '=', true)
    .where('created_at', '>', since)
    .groupBy('webhook_endpoint_id')
    .orderBy('count', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { count: Number(row?.count ?? 0), firstAt: row?.firstAt ?? null };
}

/** Makes tests of one body that are due at once, and wakes deliverers. */
export async function insertTests(
  ctx: Context,
  tests: readonly NewTest[],
  { accountId, type, body }: { accountId: string; type: string; body: string },
): Promise<void> {
  const now = ctx.now();
  await ctx.db
    .insertInto('webhook_delivery')
    .values(
      tests.map(({ id, endpointId }) => ({
        id,
        account_id: accountId,
        event_id: null,
        is_test: true,
        webhook_endpoint_id: endpointId,
        event_type: type,
        status: 'pending',
        due_at: now,
        created_at: now,
      })),
    )
    .execute();
  await ctx.db
    .insertInto('webhook_delivery_body')
    .values(tests.map(({ id }) => ({ webhook_delivery_id: id, body })))
    .execute();
  await sql`select pg_notify(${DELIVERY_CHANNEL}, '')`.execute(ctx.db);
}

/** How many of some deliveries arrived, and how many were not attempted yet. */
export async function countArrived(
  ctx: Context,
  ids: readonly string[],
): Promise<{ readonly arrived: number; readonly waiting: number }> {
  const rows = await ctx.db
    .selectFrom('webhook_delivery')
    .select(['status', 'attempts'])
    .where('id', 'in', [...ids])
    .execute();
  const waiting = rows.filter(({ status, attempts }) => status === 'pending' && attempts === 0);
  const arrived = rows.filter(({ status }) => status === 'delivered');
  return { arrived: arrived.length, waiting: waiting.length };
}
