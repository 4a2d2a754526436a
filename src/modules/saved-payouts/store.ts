import { type Selectable, sql } from 'kysely';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import type { SavedPayoutTable } from '#platform/db/tables.generated.ts';
import type { SavedPayout } from './model/saved-payout.ts';

interface OwnedPayout extends SavedPayout {
  readonly accountId: string;
}

/** Waits until nobody else saves a payout of this account, until the transaction ends. */
export async function lockSavedPayouts(ctx: Context, accountId: string): Promise<void> {
  invariant(ctx.db.isTransaction, 'a lock is held by a transaction');
  await sql`select pg_advisory_xact_lock(hashtextextended('saved_payout ' || ${accountId}, 0))`.execute(
    ctx.db,
  );
}

/** How many payouts an account has saved, and whether one of them has this label. */
export async function countSavedPayouts(
  ctx: Context,
  { accountId, label }: Pick<OwnedPayout, 'accountId' | 'label'>,
): Promise<{ readonly count: number; readonly isTaken: boolean }> {
  const rows = await ctx.db
    .selectFrom('saved_payout')
    .select('label')
    .where('account_id', '=', accountId)
    .execute();
  return { count: rows.length, isTaken: rows.some((row) => row.label === label) };
}

/** Keeps a payout. */
export async function insertSavedPayout(ctx: Context, payout: OwnedPayout): Promise<void> {
  await ctx.db
    .insertInto('saved_payout')
    .values({
      id: payout.id,
      account_id: payout.accountId,
      label: payout.label,
      recipient: payout.recipient,
      network: payout.network,
      currency_id: payout.currencyId,
      amount_units: payout.amountUnits,
      creator_wallet_address: payout.creatorWalletAddress,
      reference: payout.reference,
      created_at: payout.createdAt,
    })
    .execute();
}

interface SavedPart {
  readonly accountId: string;
  readonly limit: number;
  /** The last id of the page before. */
  readonly before: string | undefined;
}

/** Up to `limit` saved payouts of an account, the newest first. */
export async function findSavedPayouts(
  ctx: Context,
  { accountId, limit, before }: SavedPart,
): Promise<readonly SavedPayout[]> {
  const rows = await ctx.db
    .selectFrom('saved_payout')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(payoutFrom);
}

/** Removes a saved payout for good; returns whether it was there. */
export async function deleteSavedPayout(
  ctx: Context,
  { accountId, id }: Pick<OwnedPayout, 'accountId' | 'id'>,
): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('saved_payout')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

function payoutFrom(row: Selectable<SavedPayoutTable>): SavedPayout {
  return {
    id: row.id,
    label: row.label,
    recipient: row.recipient,
    network: row.network,
    currencyId: row.currency_id,
    amountUnits: row.amount_units,
    creatorWalletAddress: row.creator_wallet_address,
    reference: row.reference,
    createdAt: row.created_at,
  };
}
