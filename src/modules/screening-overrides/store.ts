import { type Selectable, sql } from 'kysely';
import type { Context } from '#context.ts';
import { arrayText } from '#platform/db/array-text.ts';
import type { ScreeningOverrideTable } from '#platform/db/tables.generated.ts';
import type { OverrideSetter, ScreeningOverride } from './model/screening-override.ts';

type StoreContext = Pick<Context, 'db'>;

/** A wallet that pays an account or is paid by it. */
export interface WalletOfAccount {
  readonly accountId: string;
  /** As its chain shows it. */
  readonly walletAddress: string;
}

/** What holds about these wallets; what has ended by `now` does not count. */
export async function findOverrides(
  { db }: StoreContext,
  wallets: readonly WalletOfAccount[],
  now: Date,
): Promise<readonly ScreeningOverride[]> {
  if (wallets.length === 0) return [];
  const { rows } = await sql<Selectable<ScreeningOverrideTable>>`
    select held.* from unnest(
      ${arrayText(wallets.map(({ accountId }) => accountId))}::text[],
      ${arrayText(wallets.map(({ walletAddress }) => walletAddress))}::text[]
    ) as asked (account_id, wallet_address)
    join screening_override held on held.account_id = asked.account_id
      and held.wallet_address = asked.wallet_address
    where held.expires_at is null or held.expires_at > ${now}
    order by held.id`.execute(db);
  return rows.map(overrideFrom);
}

interface OverridePage {
  /** Undefined for those of all accounts. */
  readonly accountId: string | undefined;
  /** The last id of the page before. */
  readonly before: string | undefined;
  readonly now: Date;
  readonly limit: number;
}

/** Up to `limit` that hold, the newest first. */
export async function findOverridePage(
  { db }: StoreContext,
  { accountId, before, now, limit }: OverridePage,
): Promise<readonly ScreeningOverride[]> {
  let query = db
    .selectFrom('screening_override')
    .selectAll()
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]));
  if (accountId !== undefined) query = query.where('account_id', '=', accountId);
  if (before !== undefined) query = query.where('id', '<', before);
  const rows = await query.orderBy('id', 'desc').limit(limit).execute();
  return rows.map(overrideFrom);
}

/** Stores an override in place of the one that the same party set for the wallet. */
export async function putOverride(
  { db }: StoreContext,
  override: ScreeningOverride,
): Promise<void> {
  const values = {
    id: override.id,
    account_id: override.accountId,
    wallet_address: override.walletAddress,
    set_by: override.setBy,
    decision: override.decision,
    reason: override.reason,
    created_at: override.createdAt,
    expires_at: override.expiresAt,
  };
  const { account_id: _, wallet_address: __, set_by: ___, ...replaced } = values;
  await db
    .insertInto('screening_override')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'wallet_address', 'set_by']).doUpdateSet(replaced),
    )
    .execute();
}

/** How many an account has, up to a limit. */
export async function countOverrides(
  { db }: StoreContext,
  { accountId, countMax }: { readonly accountId: string; readonly countMax: number },
): Promise<number> {
  const { rows } = await sql<{ overrides: bigint }>`
    select count(*) as overrides from (
      select from screening_override where account_id = ${accountId} limit ${countMax}
    ) counted`.execute(db);
  return Number(rows[0]?.overrides ?? 0);
}

interface RemovedOverride {
  readonly id: string;
  /** Whose it must be, and who must have set it; undefined for any. */
  readonly accountId: string | undefined;
  readonly setBy: OverrideSetter | undefined;
}

/** Removes an override and returns what it was; undefined where there is none. */
export async function deleteOverride(
  { db }: StoreContext,
  { id, accountId, setBy }: RemovedOverride,
): Promise<ScreeningOverride | undefined> {
  let query = db.deleteFrom('screening_override').where('id', '=', id);
  if (accountId !== undefined) query = query.where('account_id', '=', accountId);
  if (setBy !== undefined) query = query.where('set_by', '=', setBy);
  const row = await query.returningAll().executeTakeFirst();
  return row && overrideFrom(row);
}

/** Removes up to `limit` overrides that ended before a moment, and returns how many. */
export async function deleteEndedOverrides(
  { db }: StoreContext,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from screening_override where ctid = any (array(
      select ctid from screening_override where expires_at < ${before}
      limit ${limit} for update skip locked
    ))`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

function overrideFrom(row: Selectable<ScreeningOverrideTable>): ScreeningOverride {
  return {
    id: row.id,
    accountId: row.account_id,
    walletAddress: row.wallet_address,
    setBy: row.set_by === 'operator' ? 'operator' : 'account',
    decision: row.decision === 'approved' ? 'approved' : 'rejected',
    reason: row.reason,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
