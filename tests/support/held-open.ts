import { sql } from 'kysely';
import type { Database } from '#platform/db/database.ts';
import { transact } from '#platform/db/transact.ts';
import type { Context } from '../../src/context.ts';
import { until } from './webhook-world.ts';

/** Does the work in a transaction that stays open until `end` is called. */
export async function heldOpen(ctx: Context, work: (ctx: Context) => Promise<unknown>) {
  const worked = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const ended = transact(ctx, async (ctx) => {
    await work(ctx);
    worked.resolve();
    await mayEnd.promise;
  });
  await Promise.race([worked.promise, ended]);
  const end = async () => {
    mayEnd.resolve();
    await ended;
  };
  return { end };
}

/** Begins the work, and answers once it waits for a lock, or is done without having had to. */
export async function waitingOrDone<T>(db: Database, work: () => Promise<T>) {
  let done = false;
  const ended = work().finally(() => {
    done = true;
  });
  // A later await rejects with a failure; until then it is not unhandled.
  ended.catch(() => undefined);
  await until(async () => done || (await countWaiting(db)) > 0);
  return { done, ended };
}

async function countWaiting(db: Database): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
}
