import { type Insertable, sql, type Updateable } from 'kysely';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import type { ApiKeyTable, ClientIdTable } from '#platform/db/tables.generated.ts';
import type { ApiKeyRow } from '../model/shown-api-key.ts';
import type { ClientIdRow } from '../model/shown-client-id.ts';
import type { ClientIdStatus } from '../model/status.ts';

/** Notified when a client ID was revoked, for listeners that close what was opened with it. */
export const REVOCATION_CHANNEL = 'florin_revocation';

/** Locks an account's row, so that its credentials are added one at a time and counted exactly. */
export async function lockAccount(ctx: Context, accountId: string): Promise<void> {
  const row = await ctx.db
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  invariant(row !== undefined, `account ${accountId} exists`);
}

/** Adds an API key. */
export async function insertApiKey(ctx: Context, row: Insertable<ApiKeyTable>): Promise<void> {
  await ctx.db.insertInto('api_key').values(row).execute();
}

/** How many API keys of an account give access now. */
export async function countLiveApiKeys(ctx: Context, accountId: string): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('api_key')
    .select((query) => query.fn.countAll<bigint>().as('count'))
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', ctx.now())]))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The newest API keys of an account up to a limit, the newest last. */
export async function findApiKeysOf(
  ctx: Context,
  { accountId, limit }: { readonly accountId: string; readonly limit: number },
): Promise<ApiKeyRow[]> {
  const newestFirst = await apiKeyRows(ctx)
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return newestFirst.toReversed();
}

/** One API key of an account, locked until the transaction ends. */
export async function lockOwnApiKey(
  ctx: Context,
  { accountId, id }: OwnRow,
): Promise<ApiKeyRow | undefined> {
  return await apiKeyRows(ctx)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

function apiKeyRows(ctx: Context) {
  return ctx.db
    .selectFrom('api_key')
    .select([
      'id',
      'label',
      'prefix',
      'created_at',
      'last_used_at',
      'expires_at',
      'revoked_at',
      'replaced_by',
      'created_by',
    ]);
}

/** Whose an API key is, and the hash by which it is counted. */
export async function findApiKeyById(
  ctx: Context,
  id: string,
): Promise<{ readonly accountId: string; readonly keyHash: Buffer } | undefined> {
  return await ctx.db
    .selectFrom('api_key')
    .select(['account_id as accountId', 'key_hash as keyHash'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Gives an API key its end, and the key that takes its place. */
export async function replaceApiKey(
  ctx: Context,
  change: { readonly id: string; readonly replacedBy: string; readonly expiresAt: Date },
): Promise<void> {
  await ctx.db
    .updateTable('api_key')
    .set({ replaced_by: change.replacedBy, expires_at: change.expiresAt })
    .where('id', '=', change.id)
    .execute();
}

/** Ends an API key now. */
export async function setApiKeyRevoked(ctx: Context, id: string): Promise<void> {
  await ctx.db.updateTable('api_key').set({ revoked_at: ctx.now() }).where('id', '=', id).execute();
}

/** Credentials that one person made in an account. */
export interface MadeBy {
  readonly accountId: string;
  readonly personId: string;
}

/** The API keys that a person made and that give access now, the oldest first. */
export async function findLiveApiKeysBy(
  ctx: Context,
  { accountId, personId }: MadeBy,
): Promise<ApiKeyRow[]> {
  return await apiKeyRows(ctx)
    .where('created_by', '=', personId)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', ctx.now())]))
    .orderBy('id')
    .execute();
}

/** The client IDs that a person made and that are not revoked, the oldest first. */
export async function findClientIdsBy(ctx: Context, { accountId, personId }: MadeBy) {
  return await ctx.db
    .selectFrom('client_id')
    .select(['id', 'client_id as clientId', 'label'])
    .where('created_by', '=', personId)
    .where('account_id', '=', accountId)
    .where('status', '<>', 'revoked')
    .orderBy('id')
    .execute();
}

/** Adds a client ID and returns it. */
export async function insertClientId(
  ctx: Context,
  row: Insertable<ClientIdTable>,
): Promise<ClientIdRow> {
  await ctx.db.insertInto('client_id').values(row).execute();
  return await clientIdRows(ctx).where('client_id.id', '=', row.id).executeTakeFirstOrThrow();
}

/** How many client IDs an account has, whatever their status. */
export async function countClientIds(ctx: Context, accountId: string): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('client_id')
    .select((query) => query.fn.countAll<bigint>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The client IDs of an account, the newest last. */
export async function findClientIdsOf(ctx: Context, accountId: string): Promise<ClientIdRow[]> {
  return await clientIdRows(ctx)
    .where('client_id.account_id', '=', accountId)
    .orderBy('client_id.id')
    .execute();
}

/** A client ID as its owner names it. */
export interface OwnRow {
  readonly accountId: string;
  readonly id: string;
}

/** One client ID of an account by its row. */
export async function findOwnClientIdRow(
  ctx: Context,
  { accountId, id }: OwnRow,
): Promise<ClientIdRow | undefined> {
  return await clientIdRows(ctx)
    .where('client_id.account_id', '=', accountId)
    .where('client_id.id', '=', id)
    .executeTakeFirst();
}

/** The same, locked until the transaction ends, so that two changes come one after the other. */
export async function lockOwnClientIdRow(
  ctx: Context,
  { accountId, id }: OwnRow,
): Promise<ClientIdRow | undefined> {
  return await clientIdRows(ctx)
    .where('client_id.account_id', '=', accountId)
    .where('client_id.id', '=', id)
    .forNoKeyUpdate('client_id')
    .executeTakeFirst();
}

/** Changes a client ID if its status is still this one; returns whether it was. */
export async function updateClientIdRow(
  ctx: Context,
  id: string,
  change: { readonly from: string; readonly to: Updateable<ClientIdTable> },
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('client_id')
    .set(change.to)
    .where('id', '=', id)
    .where('status', '=', change.from)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Notifies listeners that close what was opened with a revoked client ID, once this transaction has ended. */
export async function notifyRevocation(ctx: Context): Promise<void> {
  await sql`select pg_notify(${REVOCATION_CHANNEL}, '')`.execute(ctx.db);
}

function clientIdRows(ctx: Context) {
  return ctx.db
    .selectFrom('client_id')
    .leftJoin('destination_summary as bound', 'bound.id', 'client_id.payee_destination_id')
    .select([
      'client_id.id',
      'client_id.client_id',
      'client_id.label',
      'client_id.allowed_domains',
      'client_id.fee_percentage',
      'client_id.fee_address',
      'client_id.operator_wallet_address',
      'client_id.default_pre_approval_expiry',
      'client_id.default_authorization_expiry',
      'client_id.can_pay_any_payee',
      'client_id.rate_tier',
      'client_id.status',
      'client_id.created_at',
      'client_id.updated_at',
      'client_id.last_used_at',
      'bound.destination_id as bound_destination_id',
    ]);
}

/** What other modules may know of the client ID of an account with this text. */
export async function findOwnClientIdByText(
  ctx: Context,
  { accountId, clientId }: { readonly accountId: string; readonly clientId: string },
) {
  return await ctx.db
    .selectFrom('client_id')
    .select([
      'id',
      'client_id as clientId',
      'label',
      'status',
      'orchestrator_id as orchestratorId',
      'payee_destination_id as payeeDestinationId',
      'fee_percentage as feePercentage',
      'fee_address as feeAddress',
    ])
    .where('account_id', '=', accountId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
}

/** Sets the partner of a client ID; one that is not active is given none. Returns whether it was set. */
export async function updateOrchestrator(
  ctx: Context,
  input: { readonly clientIdId: string; readonly orchestratorId: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('client_id')
    .set({ orchestrator_id: input.orchestratorId })
    .where('id', '=', input.clientIdId)
    .$if(input.orchestratorId !== null, (query) => query.where('status', '=', 'active'))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Moves a client ID's status only if it is still `from`. */
export async function moveClientIdStatus(
  ctx: Context,
  move: { readonly clientIdId: string; readonly from: ClientIdStatus; readonly to: ClientIdStatus },
): Promise<void> {
  await ctx.db
    .updateTable('client_id')
    .set({ status: move.to, updated_at: ctx.now() })
    .where('id', '=', move.clientIdId)
    .where('status', '=', move.from)
    .execute();
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
        // As text: a plan without the values of its parameters would not find the partial index.
        .where('purpose', '=', sql.lit('page'))
        .doUpdateSet((set) => ({
          allowed_domains: set.ref('excluded.allowed_domains'),
          status: set.ref('excluded.status'),
        })),
    )
    .returning('client_id')
    .executeTakeFirstOrThrow();
  return stored.client_id;
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

/** The client IDs of an account with their tiers, newest first, up to `limit`. */
export async function findClientIdTiers(
  ctx: Context,
  { accountId, limit }: { readonly accountId: string; readonly limit: number },
) {
  return await ctx.db
    .selectFrom('client_id')
    .select(['client_id as clientId', 'label', 'status', 'rate_tier as tier'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Sets the rate tier of one client ID. */
export async function updateRateTier(
  ctx: Context,
  change: { readonly id: string; readonly tier: string },
): Promise<void> {
  await ctx.db
    .updateTable('client_id')
    .set({ rate_tier: change.tier })
    .where('id', '=', change.id)
    .execute();
}

/** The operator and the expiries of commerce payments that a client ID brings along. */
export async function findCommerceColumns(ctx: Context, id: string) {
  return await ctx.db
    .selectFrom('client_id')
    .select([
      'operator_wallet_address',
      'default_pre_approval_expiry',
      'default_authorization_expiry',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
}
