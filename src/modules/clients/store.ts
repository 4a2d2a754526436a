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

/** A use is noted at most this often for each credential, so that reading does not become writing. */
const USE_NOTED_EVERY_MS = 60_000;

interface ApiKeyRow {
  id: string;
  account_id: string;
}

/**
 * The key with this hash, unless it was revoked or has expired; notes in the same round trip that
 * it was used. A row that another request holds is skipped: noting a use never makes anybody wait.
 */
export async function findUsableApiKey(
  ctx: Context,
  keyHash: Buffer,
): Promise<ApiKeyRow | undefined> {
  const now = ctx.now();
  const notedBefore = new Date(now.getTime() - USE_NOTED_EVERY_MS);
  const { rows } = await sql<ApiKeyRow>`
    with used as (
      update api_key set last_used_at = ${now}
      where id in (
        select id from api_key
        where key_hash = ${keyHash} and (last_used_at is null or last_used_at < ${notedBefore})
        for update skip locked
      )
    )
    select id, account_id from api_key
    where key_hash = ${keyHash}
      and revoked_at is null
      and (expires_at is null or expires_at > ${now})`.execute(ctx.db);
  return rows[0];
}

interface ClientIdRow {
  id: string;
  account_id: string;
  client_id: string;
  allowed_domains: string[];
  status: string;
}

/** The client ID with this text, whatever its status; notes its use as above. */
export async function findClientIdRow(
  ctx: Context,
  clientId: string,
): Promise<ClientIdRow | undefined> {
  const now = ctx.now();
  const notedBefore = new Date(now.getTime() - USE_NOTED_EVERY_MS);
  const { rows } = await sql<ClientIdRow>`
    with used as (
      update client_id set last_used_at = ${now}
      where id in (
        select id from client_id
        where client_id = ${clientId} and (last_used_at is null or last_used_at < ${notedBefore})
        for update skip locked
      )
    )
    select id, account_id, client_id, allowed_domains, status from client_id
    where client_id = ${clientId}`.execute(ctx.db);
  return rows[0];
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
