import { sql } from 'kysely';
import type { WalletScreenerName } from '#catalog/wallet-screeners.ts';
import type { Context } from '#context.ts';

type StoreContext = Pick<Context, 'db'>;

interface ReceivedAlert {
  readonly provider: WalletScreenerName;
  /** Of what is proven to come from the vendor. */
  readonly digest: string;
  readonly now: Date;
  /** One that was received before counts again. */
  readonly since: Date;
}

/** Keeps that an alert was received; returns whether it counts, so for one of several calls at once. */
export async function insertAlert(
  { db }: StoreContext,
  { provider, digest, now, since }: ReceivedAlert,
): Promise<boolean> {
  const { rows } = await sql`
    insert into screening_alert (provider, digest, received_at)
    values (${provider}, ${digest}, ${now})
    on conflict (provider, digest) do update set received_at = excluded.received_at
    where screening_alert.received_at <= ${since}
    returning digest`.execute(db);
  return rows.length === 1;
}

/** Removes up to `limit` alerts that are older than a moment, and returns how many. */
export async function deleteOldAlerts(
  { db }: StoreContext,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from screening_alert where ctid = any (array(
      select ctid from screening_alert where received_at < ${before}
      limit ${limit} for update skip locked
    ))`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
