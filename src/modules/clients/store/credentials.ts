import { sql } from 'kysely';
import type { Context } from '#context.ts';
import { hexOf } from '#kit/hex.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Database } from '#platform/db/database.ts';
import { openLookUp } from '#platform/db/look-up.ts';

interface UsableKey {
  readonly id: string;
  readonly account_id: string;
  readonly last_used_at: Date | null;
  readonly expires_at: Date | null;
  /** Set where an operator has blocked its account. */
  readonly blocked: string | null;
}

const lookUpApiKey = openLookUp({ find: findUnrevokedApiKeys, nameOf: hexOf });

/** The key with this hash, unless it was revoked or has expired. */
export async function findUsableApiKey(
  ctx: Context,
  keyHash: Buffer,
): Promise<UsableKey | undefined> {
  const key = await lookUpApiKey(ctx.db, keyHash);
  if (key === undefined || key.expires_at === null) return key;
  return key.expires_at > ctx.now() ? key : undefined;
}

async function findUnrevokedApiKeys(
  db: Database,
  keyHashes: readonly Buffer[],
): Promise<ReadonlyMap<string, UsableKey>> {
  const rows = await db
    .selectFrom('api_key')
    .leftJoin('blocked_account as block', 'block.account_id', 'api_key.account_id')
    .select([
      'api_key.id',
      'api_key.account_id',
      'api_key.key_hash',
      'api_key.last_used_at',
      'api_key.expires_at',
      'block.account_id as blocked',
    ])
    .where('key_hash', '=', anyOf(keyHashes))
    .where('revoked_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [hexOf(row.key_hash), row]));
}

interface FoundRow {
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
  /** `page` for the pay page's own. */
  readonly purpose: string;
  /** The bound destination, as ERC-7828 text; null where none is bound. */
  readonly bound_destination_id: string | null;
  /** Null is the default of the mode. */
  readonly can_pay_any_payee: boolean | null;
  /** Set where an operator has blocked its account. */
  readonly blocked: string | null;
}

const lookUpClientId = openLookUp({ find: findClientIdRows, nameOf: (text: string) => text });

/** The client ID with this text, whatever its status, with what it brings along: one round trip. */
export async function findClientIdRow(
  ctx: Context,
  clientId: string,
): Promise<FoundRow | undefined> {
  return await lookUpClientId(ctx.db, clientId);
}

async function findClientIdRows(
  db: Database,
  clientIds: readonly string[],
): Promise<ReadonlyMap<string, FoundRow>> {
  const rows = await db
    .selectFrom('client_id')
    .leftJoin('destination_summary as bound', 'bound.id', 'client_id.payee_destination_id')
    .leftJoin('blocked_account as block', 'block.account_id', 'client_id.account_id')
    .select([
      'block.account_id as blocked',
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
      'client_id.purpose',
      'client_id.can_pay_any_payee',
      'bound.destination_id as bound_destination_id',
    ])
    .where('client_id.client_id', '=', anyOf(clientIds))
    .execute();
  return new Map(rows.map((row) => [row.client_id, row]));
}

/**
 * Stores that a credential was used now. A row that another call has locked is skipped: that one
 * stores the same, and no call ever waits for this.
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

/** The origins that a client ID lists, by its row; none of one that is not active. */
export async function findActiveDomains(ctx: Context, clientIdId: string): Promise<string[]> {
  const row = await ctx.db
    .selectFrom('client_id')
    .select('allowed_domains')
    .where('id', '=', clientIdId)
    .where('status', '=', 'active')
    .executeTakeFirst();
  return row?.allowed_domains ?? [];
}
