import { type Selectable, sql } from 'kysely';
import type { Context } from '#context.ts';
import type { Database } from '#platform/db/database.ts';
import { openLookUp } from '#platform/db/look-up.ts';
import type { MerchantProfileTable } from '#platform/db/tables.generated.ts';
import type { DueCondition } from '#platform/sweep.ts';
import type { MerchantProfile } from './model/merchant-profile.ts';
import type { MerchantWebsite } from './model/website.ts';

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
  /** Null is not set. */
  readonly website: MerchantWebsite | null;
}

/** A website that one process checks, until its lease ends. */
export interface ClaimedWebsite {
  /** Of its profile. */
  readonly id: string;
  readonly accountId: string;
  readonly website: MerchantWebsite;
}

const lookUpEffective = openLookUp({ find: findEffectives, nameOf: nameOfScope });

/** The profile that holds for a scope: its own, else that of the account. Simultaneous calls share a statement, as every payer's page polls this. */
export async function findEffectiveProfile(
  { db }: Pick<StoreContext, 'db'>,
  { accountId, clientIdId }: ProfileScope,
): Promise<StoredProfile | undefined> {
  return await lookUpEffective(db, { accountId, clientIdId });
}

function nameOfScope({ accountId, clientIdId }: ProfileScope): string {
  return `${accountId} ${clientIdId ?? ''}`;
}

async function findEffectives(
  db: Database,
  scopes: readonly ProfileScope[],
): Promise<ReadonlyMap<string, StoredProfile>> {
  const accountIds = scopes.map(({ accountId }) => accountId);
  const clientIdIds = scopes.map(({ clientIdId }) => clientIdId);
  const { rows } = await sql<Selectable<MerchantProfileTable> & { wanted: string | null }>`
    select distinct on (scope.account_id, scope.client_id_id)
      profile.*, scope.client_id_id as wanted
    from unnest(${accountIds}::text[], ${clientIdIds}::text[]) as scope (account_id, client_id_id)
    join merchant_profile profile on profile.account_id = scope.account_id
      and (profile.client_id_id is null or profile.client_id_id = scope.client_id_id)
    order by scope.account_id, scope.client_id_id, profile.client_id_id nulls last`.execute(db);
  return new Map(
    rows.map((row) => [
      nameOfScope({ accountId: row.account_id, clientIdId: row.wanted }),
      profileFrom(row),
    ]),
  );
}

/** Stores a profile in place of the one that its scope had; its website stays. */
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

/** The profile of exactly this scope, locked; undefined where it has none. */
export async function lockProfile(
  { db }: Pick<StoreContext, 'db'>,
  { accountId, clientIdId }: ProfileScope,
): Promise<StoredProfile | undefined> {
  const row = await db
    .selectFrom('merchant_profile')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('client_id_id', 'is not distinct from', clientIdId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row && profileFrom(row);
}

/** Stores the website of a locked profile; null removes it. */
export async function putWebsite(
  { db }: Pick<StoreContext, 'db'>,
  id: string,
  website: MerchantWebsite | null,
): Promise<StoredProfile> {
  const row = await db
    .updateTable('merchant_profile')
    .set(columnsOf(website))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return profileFrom(row);
}

/** Whether a website is due. */
export const isWebsiteDue = ({ now }: Pick<Context, 'now'>): DueCondition => sql`(
  select true from merchant_profile where website_check_at <= ${now()} order by website_check_at limit 1)`;

/** Claims up to `limit` websites that are due, the longest due first. No other process has them before `leasedUntil`. */
export async function claimDueWebsites(
  { db }: Pick<StoreContext, 'db'>,
  { now, leasedUntil, limit }: Readonly<Record<'now' | 'leasedUntil', Date>> & { limit: number },
): Promise<readonly ClaimedWebsite[]> {
  const rows = await db
    .updateTable('merchant_profile')
    .set({ website_check_at: leasedUntil })
    .where(
      sql<boolean>`id = any (array(
        select id from merchant_profile where website_check_at <= ${now}
        order by website_check_at limit ${limit} for no key update skip locked
      ))`,
    )
    .returningAll()
    .execute();
  return rows.flatMap((row) => {
    const website = websiteFrom(row);
    return website === null ? [] : [{ id: row.id, accountId: row.account_id, website }];
  });
}

/** Stores what a check made of a claimed website. Returns false, and changes nothing, where it was set, removed or claimed again meanwhile. */
export async function putCheckedWebsite(
  { db }: Pick<StoreContext, 'db'>,
  { id, website }: ClaimedWebsite,
  checked: MerchantWebsite,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('merchant_profile')
    .set(columnsOf(checked))
    .where('id', '=', id)
    .where('website_token', '=', website.token)
    .where('website_check_at', '=', website.checkAt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function profileFrom(row: Selectable<MerchantProfileTable>): StoredProfile {
  return {
    id: row.id,
    clientIdId: row.client_id_id,
    displayName: row.display_name,
    logoPath: row.logo_path,
    supportUrl: row.support_url,
    updatedAt: row.updated_at,
    website: websiteFrom(row),
  };
}

function websiteFrom(row: Selectable<MerchantProfileTable>): MerchantWebsite | null {
  const { website_domain: domain, website_token: token, website_set_at: setAt } = row;
  if (domain === null || token === null || setAt === null) return null;
  return {
    domain,
    token,
    setAt,
    verifiedAt: row.website_verified_at,
    checkedAt: row.website_checked_at,
    failingSince: row.website_failing_since,
    problem: row.website_problem,
    checkAt: row.website_check_at,
  };
}

function columnsOf(website: MerchantWebsite | null) {
  return {
    website_domain: website?.domain ?? null,
    website_token: website?.token ?? null,
    website_set_at: website?.setAt ?? null,
    website_verified_at: website?.verifiedAt ?? null,
    website_checked_at: website?.checkedAt ?? null,
    website_failing_since: website?.failingSince ?? null,
    website_problem: website?.problem ?? null,
    website_check_at: website?.checkAt ?? null,
  };
}
