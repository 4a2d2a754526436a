import { type Insertable, sql } from 'kysely';
import type { Context } from '#context.ts';
import type { AccountTable, ApiKeyTable, ClientIdTable } from '#platform/db/tables.generated.ts';

/** Adds an account. */
export async function insertAccount(ctx: Context, row: Insertable<AccountTable>): Promise<void> {
  await ctx.db.insertInto('account').values(row).execute();
}

/** Adds an API key. */
export async function insertApiKey(ctx: Context, row: Insertable<ApiKeyTable>): Promise<void> {
  await ctx.db.insertInto('api_key').values(row).execute();
}

/** Adds a client ID. */
export async function insertClientId(ctx: Context, row: Insertable<ClientIdTable>): Promise<void> {
  await ctx.db.insertInto('client_id').values(row).execute();
}

interface PageClientId {
  readonly account: Insertable<AccountTable>;
  readonly clientId: Insertable<ClientIdTable>;
}

/**
 * Adds the pay page's client ID with its account, or gives the one that is there the new origin.
 * One statement, so that processes that start together agree; answers the public text.
 */
export async function upsertPageClientId(ctx: Context, page: PageClientId): Promise<string> {
  const row = await ctx.db
    .with('system_account', (query) =>
      query
        .insertInto('account')
        .values(page.account)
        .onConflict((conflict) => conflict.column('id').doNothing()),
    )
    .insertInto('client_id')
    .values(page.clientId)
    .onConflict((conflict) =>
      conflict
        .column('purpose')
        .where('purpose', '=', 'page')
        .doUpdateSet((set) => ({
          allowed_domains: set.ref('excluded.allowed_domains'),
          status: set.ref('excluded.status'),
        })),
    )
    .returning('client_id')
    .executeTakeFirstOrThrow();
  return row.client_id;
}

interface ApiKeyRow {
  readonly id: string;
  readonly account_id: string;
  readonly last_used_at: Date | null;
}

/** The key with this hash, unless it was revoked or has expired. */
export async function findUsableApiKey(
  ctx: Context,
  keyHash: Buffer,
): Promise<ApiKeyRow | undefined> {
  return await ctx.db
    .selectFrom('api_key')
    .select(['id', 'account_id', 'last_used_at'])
    .where('key_hash', '=', keyHash)
    .where('revoked_at', 'is', null)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', ctx.now())]))
    .executeTakeFirst();
}

interface ClientIdRow {
  readonly id: string;
  readonly account_id: string;
  readonly client_id: string;
  readonly allowed_domains: string[];
  readonly status: string;
  readonly last_used_at: Date | null;
}

/** The client ID with this text, whatever its status. */
export async function findClientIdRow(
  ctx: Context,
  clientId: string,
): Promise<ClientIdRow | undefined> {
  return await ctx.db
    .selectFrom('client_id')
    .select(['id', 'account_id', 'client_id', 'allowed_domains', 'status', 'last_used_at'])
    .where('client_id', '=', clientId)
    .executeTakeFirst();
}

/**
 * Notes that a credential was used just now. A row that another call holds is skipped: that one
 * notes the same, and noting a use never makes anybody wait.
 */
export async function noteUse(
  ctx: Context,
  table: 'api_key' | 'client_id',
  id: string,
): Promise<void> {
  await ctx.db
    .updateTable(table)
    .set({ last_used_at: ctx.now() })
    .where('id', 'in', (query) =>
      query.selectFrom(table).select('id').where('id', '=', id).forUpdate().skipLocked(),
    )
    .execute();
}

/** Whether any active client ID lists this origin. */
export async function hasListedOrigin(ctx: Context, origin: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('client_id')
    .select('id')
    .where('status', '=', 'active')
    // Containment is what the index on the list answers; `= any` would read every row.
    .where(sql<boolean>`allowed_domains @> array[${origin}]::text[]`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Replaces the origins of one client ID. */
export async function updateAllowedDomains(
  ctx: Context,
  change: { readonly clientIdId: string; readonly allowedDomains: readonly string[] },
): Promise<void> {
  await ctx.db
    .updateTable('client_id')
    .set({ allowed_domains: [...change.allowedDomains] })
    .where('id', '=', change.clientIdId)
    .execute();
}
