import { sql } from 'kysely';
import type { Context } from '#context.ts';
import { printQuotes, type QuotesByQuery, readQuotes } from './model/kept-quote.ts';

type StoreContext = Pick<Context, 'db' | 'now'>;

/** Keeps quotes until a moment; those that are kept under this id already stay. */
export async function insertQuotes(
  { db }: StoreContext,
  kept: { readonly id: Buffer; readonly quotes: QuotesByQuery; readonly expiresAt: Date },
): Promise<void> {
  await sql`
    insert into kept_quote (id, quotes, expires_at)
    values (${kept.id}, ${printQuotes(kept.quotes)}::json, ${kept.expiresAt})
    on conflict (id) do nothing`.execute(db);
}

/** The quotes that are still kept under an id. */
export async function findQuotes(
  { db, now }: StoreContext,
  id: Buffer,
): Promise<QuotesByQuery | undefined> {
  const { rows } = await sql<{ readonly quotes: string }>`
    select quotes::text as quotes from kept_quote
    where id = ${id} and expires_at > ${now()}`.execute(db);
  const [row] = rows;
  return row && readQuotes(row.quotes);
}

/** Removes up to `limit` that have expired, and returns how many. */
export async function deleteExpiredQuotes(
  { db, now }: StoreContext,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from kept_quote where id = any (array(
      select id from kept_quote where expires_at <= ${now()}
      limit ${limit} for update skip locked
    ))`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
