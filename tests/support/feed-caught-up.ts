import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Context } from '#context.ts';

/**
 * Waits until the feed shows all that was committed so far: a transaction of another test file,
 * in another database of the same server, holds it back too.
 */
export async function caughtUp({ db }: Pick<Context, 'db'>): Promise<void> {
  const { rows: own } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(
    db,
  );
  for (;;) {
    const { rows } = await sql<{ done: boolean }>`
      select pg_snapshot_xmin(pg_current_snapshot()) > ${own[0]?.id}::xid8 as done`.execute(db);
    if (rows[0]?.done === true) return;
    await wait(5);
  }
}
