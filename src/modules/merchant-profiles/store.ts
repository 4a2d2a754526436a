import type { Selectable } from 'kysely';
import type { Context } from '#context.ts';
import type { MerchantProfileTable } from '#platform/db/tables.generated.ts';
import type { MerchantProfile } from './model/merchant-profile.ts';

type StoreContext = Pick<Context, 'db' | 'now'>;

/** Whose profile it is: an account's own, or that of one of its client IDs. */
export interface ProfileScope {
  readonly accountId: string;
  /** The row of the client ID. */
  readonly clientIdId: string | null;
}

/** With the scope that it is of, and since when it is so. */
export interface StoredProfile extends MerchantProfile {
  readonly id: string;
  readonly clientIdId: string | null;
  readonly updatedAt: Date;
}

/** The profile that holds for a scope: its own, else that of the account. */
export async function findEffectiveProfile(
  { db }: Pick<StoreContext, 'db'>,
  { accountId, clientIdId }: ProfileScope,
): Promise<StoredProfile | undefined> {
  const row = await db
    .selectFrom('merchant_profile')
    .selectAll()
    .where('account_id', '=', accountId)
    .where((is) => is.or([is('client_id_id', 'is', null), is('client_id_id', '=', clientIdId)]))
    .orderBy('client_id_id', (order) => order.asc().nullsLast())
    .limit(1)
    .executeTakeFirst();
  return row && profileFrom(row);
}

/** Stores a profile in place of the one that its scope had. */
export async function putProfile(
  { db, now }: StoreContext,
  {
    id,
    accountId,
    clientIdId,
    ...profile
  }: ProfileScope & MerchantProfile & { readonly id: string },
): Promise<StoredProfile> {
  const replaced = {
    display_name: profile.displayName,
    logo_path: profile.logoPath,
    support_url: profile.supportUrl,
    updated_at: now(),
  };
  const scope = { account_id: accountId, client_id_id: clientIdId };
  const row = await db
    .insertInto('merchant_profile')
    .values({ id, ...scope, ...replaced, created_at: replaced.updated_at })
    .onConflict((conflict) => conflict.constraint('merchant_profile_scope').doUpdateSet(replaced))
    .returningAll()
    .executeTakeFirstOrThrow();
  return profileFrom(row);
}

/** Removes the profile of exactly this scope and returns its id; undefined where it has none. */
export async function deleteProfile(
  { db }: Pick<StoreContext, 'db'>,
  { accountId, clientIdId }: ProfileScope,
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('merchant_profile')
    .where('account_id', '=', accountId)
    .where('client_id_id', 'is not distinct from', clientIdId)
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

function profileFrom(row: Selectable<MerchantProfileTable>): StoredProfile {
  return {
    id: row.id,
    clientIdId: row.client_id_id,
    displayName: row.display_name,
    logoPath: row.logo_path,
    supportUrl: row.support_url,
    updatedAt: row.updated_at,
  };
}
