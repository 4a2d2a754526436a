import { sql } from 'kysely';
import type { Database } from '#platform/db/database.ts';

/** Where a status stands, and the name of its rows. */
export const STATUS_TABLES = {
  request: 'id',
  secure_payment: 'token',
  chain_transfer: 'id',
  multicall_payout: 'token',
  payment_intent: 'id',
  webhook_delivery: 'id',
  commerce_payment: 'request_id',
  recurring_payout: 'id',
  // Each is for a request of its own.
  recurring_instalment: 'request_id',
} as const;

/** Lets the database itself note every move of a status, in the transaction that makes it. */
export async function noteMoves(db: Database): Promise<void> {
  const { rows } = await sql<{
    there: boolean;
  }>`select to_regclass('sim_move') is not null as there`.execute(db);
  if (rows[0]?.there === true) return;
  await sql`create table sim_move (n bigserial primary key, kind text, id text, was text, became text)`.execute(
    db,
  );
  for (const [table, key] of Object.entries(STATUS_TABLES)) {
    await sql`
      create or replace function ${sql.raw(`note_${table}`)}() returns trigger language plpgsql as $$
      begin
        insert into sim_move (kind, id, was, became)
        values (${sql.lit(table)}, new.${sql.raw(key)}, old.status, new.status);
        return new;
      end $$`.execute(db);
    await sql`
      create or replace trigger ${sql.raw(`note_${table}`)} after update on ${sql.table(table)} for each row
      when (old.status is distinct from new.status) execute function ${sql.raw(`note_${table}`)}()`.execute(
      db,
    );
  }
}
