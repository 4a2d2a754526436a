import type { Context } from '#context.ts';
import type { KeyInput, OrchestratorInput } from '../model/shown-orchestrator.ts';

/** A key that may be used, and whose it is. */
interface UsableKey {
  readonly keyId: string;
  readonly orchestratorId: string;
  readonly accountId: string;
  readonly lastUsedAt: Date | null;
  /** Set where an operator has blocked its account. */
  readonly blocked: string | null;
}

/** The key with this hash, unless it was revoked or has expired. */
export async function findUsableKey(ctx: Context, keyHash: Buffer): Promise<UsableKey | undefined> {
  return await ctx.db
    .selectFrom('orchestrator_key as key')
    .innerJoin('orchestrator', 'orchestrator.id', 'key.orchestrator_id')
    .leftJoin('blocked_account as block', 'block.account_id', 'orchestrator.account_id')
    .select([
      'block.account_id as blocked',
      'key.id as keyId',
      'key.orchestrator_id as orchestratorId',
      'key.last_used_at as lastUsedAt',
      'orchestrator.account_id as accountId',
    ])
    .where('key.key_hash', '=', keyHash)
    .where('key.revoked_at', 'is', null)
    .where((is) => is.or([is('key.expires_at', 'is', null), is('key.expires_at', '>', ctx.now())]))
    .executeTakeFirst();
}

/**
 * Stores that a key was used now. A row that another call has locked is skipped: that one stores the
 * same, and no call ever waits for this.
 */
export async function noteKeyUse(ctx: Context, keyId: string): Promise<void> {
  await ctx.db
    .updateTable('orchestrator_key')
    .set({ last_used_at: ctx.now() })
    .where('id', 'in', (query) =>
      query
        .selectFrom('orchestrator_key')
        .select('id')
        .where('id', '=', keyId)
        .forUpdate()
        .skipLocked(),
    )
    .execute();
}

/** Adds a partner with how its people are reached. False when the account has one already. */
export async function insertOrchestrator(
  ctx: Context,
  partner: OrchestratorInput & { readonly accountId: string; readonly contactEmail: string },
): Promise<boolean> {
  const added = await ctx.db
    .insertInto('orchestrator')
    .values({
      id: partner.id,
      account_id: partner.accountId,
      name: partner.name,
      status: 'active',
      created_at: partner.createdAt,
      updated_at: partner.updatedAt,
    })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added === undefined) return false;
  await ctx.db
    .insertInto('orchestrator_contact')
    .values({ orchestrator_id: added.id, email: partner.contactEmail })
    .execute();
  return true;
}

/** The partner of an account. */
export async function findOrchestrator(
  ctx: Context,
  accountId: string,
): Promise<OrchestratorInput | undefined> {
  return await ctx.db
    .selectFrom('orchestrator')
    .leftJoin('orchestrator_contact as contact', 'contact.orchestrator_id', 'orchestrator.id')
    .select([
      'orchestrator.id',
      'orchestrator.name',
      'orchestrator.created_at as createdAt',
      'orchestrator.updated_at as updatedAt',
      'contact.email as contactEmail',
    ])
    .where('orchestrator.account_id', '=', accountId)
    .executeTakeFirst();
}

/** The account that a partner is. */
export async function findOrchestratorAccount(ctx: Context, id: string): Promise<string> {
  const { account_id: accountId } = await ctx.db
    .selectFrom('orchestrator')
    .select('account_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return accountId;
}

/** Holds a partner until the transaction ends, so that its keys change one call after another. */
export async function lockOrchestrator(
  ctx: Context,
  accountId: string,
): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('orchestrator')
    .select('id')
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
  return row?.id;
}

/** Adds a key that works from now on. */
export async function insertKey(
  ctx: Context,
  { key, keyHash }: { readonly key: KeyInput; readonly keyHash: Buffer },
): Promise<void> {
  await ctx.db
    .insertInto('orchestrator_key')
    .values({
      id: key.id,
      orchestrator_id: key.orchestratorId,
      prefix: key.prefix,
      key_hash: keyHash,
      created_at: key.createdAt,
      updated_at: key.updatedAt,
      created_by: key.createdBy,
    })
    .execute();
}

const KEY_COLUMNS = [
  'id',
  'orchestrator_id as orchestratorId',
  'prefix',
  'created_at as createdAt',
  'updated_at as updatedAt',
  'last_used_at as lastUsedAt',
  'expires_at as expiresAt',
  'revoked_at as revokedAt',
  'created_by as createdBy',
] as const;

/** A partner's keys, newest first: those that work are among the first two. */
export async function findKeys(
  ctx: Context,
  orchestratorId: string,
  limit: number,
): Promise<KeyInput[]> {
  return await ctx.db
    .selectFrom('orchestrator_key')
    .select(KEY_COLUMNS)
    .where('orchestrator_id', '=', orchestratorId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** How many keys of a partner work now. */
export async function countLiveKeys(ctx: Context, orchestratorId: string): Promise<number> {
  const row = await ctx.db
    .selectFrom('orchestrator_key')
    .select((count) => count.fn.countAll<string>().as('live'))
    .where('orchestrator_id', '=', orchestratorId)
    .where('revoked_at', 'is', null)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', ctx.now())]))
    .executeTakeFirstOrThrow();
  return Number(row.live);
}

/** Lets every key of a partner that works end at this time, unless it ends before. */
export async function endKeys(ctx: Context, orchestratorId: string, at: Date): Promise<void> {
  await ctx.db
    .updateTable('orchestrator_key')
    .set({ expires_at: at, updated_at: ctx.now() })
    .where('orchestrator_id', '=', orchestratorId)
    .where('revoked_at', 'is', null)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', at)]))
    .execute();
}

/** One key of a partner, in any status. */
export async function findKey(
  ctx: Context,
  key: { readonly orchestratorId: string; readonly keyId: string },
): Promise<KeyInput | undefined> {
  return await ctx.db
    .selectFrom('orchestrator_key')
    .select(KEY_COLUMNS)
    .where('id', '=', key.keyId)
    .where('orchestrator_id', '=', key.orchestratorId)
    .executeTakeFirst();
}

/** Revokes a key; undefined when it was revoked before, or is not this partner's. */
export async function revokeKey(
  ctx: Context,
  key: { readonly orchestratorId: string; readonly keyId: string },
): Promise<KeyInput | undefined> {
  return await ctx.db
    .updateTable('orchestrator_key')
    .set({ revoked_at: ctx.now(), updated_at: ctx.now() })
    .where('id', '=', key.keyId)
    .where('orchestrator_id', '=', key.orchestratorId)
    .where('revoked_at', 'is', null)
    .returning(KEY_COLUMNS)
    .executeTakeFirst();
}

/** The keys of an account's partner that a person made and that work, the oldest first. */
export async function findLiveKeysBy(
  ctx: Context,
  { accountId, personId }: { readonly accountId: string; readonly personId: string },
): Promise<KeyInput[]> {
  return await ctx.db
    .selectFrom('orchestrator_key')
    .select(KEY_COLUMNS)
    .where('created_by', '=', personId)
    .where('orchestrator_id', 'in', (query) =>
      query.selectFrom('orchestrator').select('id').where('account_id', '=', accountId),
    )
    .where('revoked_at', 'is', null)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', ctx.now())]))
    .orderBy('id')
    .execute();
}
