import { type Insertable, sql } from 'kysely';
import type { Context } from '#context.ts';
import type { ApiKeyTable, ClientIdTable } from '#platform/db/tables.generated.ts';

/** Adds an API key. */
export async function insertApiKey(ctx: Context, row: Insertable<ApiKeyTable>): Promise<void> {
  await ctx.db.insertInto('api_key').values(row).execute();
}

/** Adds a client ID. */
export async function insertClientId(ctx: Context, row: Insertable<ClientIdTable>): Promise<void> {
  await ctx.db.insertInto('client_id').values(row).execute();
}

/**
 * Adds the pay page's client ID, or gives the one that is there the new origin. One statement, so
 * that processes that start together agree; answers the public text.
 */
export async function upsertPageClientId(
  ctx: Context,
  row: Insertable<ClientIdTable>,
): Promise<string> {
  const stored = await ctx.db
    .insertInto('client_id')
    .values(row)
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
  return stored.client_id;
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
  readonly rate_tier: string;
  readonly fee_percentage: string | null;
  readonly fee_address: string | null;
  readonly orchestrator_id: string | null;
  /** The bound destination, as ERC-7828 text; null where none is bound. */
  readonly bound_destination_id: string | null;
}

/** The client ID with this text, whatever its status, with what it brings along: one round trip. */
export async function findClientIdRow(
  ctx: Context,
  clientId: string,
): Promise<ClientIdRow | undefined> {
  return await ctx.db
    .selectFrom('client_id')
    .leftJoin('payee_destination as bound', 'bound.id', 'client_id.payee_destination_id')
    .select([
      'client_id.id',
      'client_id.account_id',
      'client_id.client_id',
      'client_id.allowed_domains',
      'client_id.status',
      'client_id.last_used_at',
      'client_id.rate_tier',
      'client_id.fee_percentage',
      'client_id.fee_address',
      'client_id.orchestrator_id',
      'bound.destination_id as bound_destination_id',
    ])
    .where('client_id.client_id', '=', clientId)
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
