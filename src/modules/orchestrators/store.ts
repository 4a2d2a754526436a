import type { Context } from '#context.ts';

/** A key that may be used, and whose it is. */
interface UsableKey {
  readonly keyId: string;
  readonly orchestratorId: string;
  readonly accountId: string;
  readonly lastUsedAt: Date | null;
}

/** The key with this hash, unless it was revoked or has expired. */
export async function findUsableKey(ctx: Context, keyHash: Buffer): Promise<UsableKey | undefined> {
  const row = await ctx.db
    .selectFrom('orchestrator_key as key')
    .innerJoin('orchestrator', 'orchestrator.id', 'key.orchestrator_id')
    .select(['key.id', 'key.orchestrator_id', 'key.last_used_at', 'orchestrator.account_id'])
    .where('key.key_hash', '=', keyHash)
    .where('key.revoked_at', 'is', null)
    .where((is) => is.or([is('key.expires_at', 'is', null), is('key.expires_at', '>', ctx.now())]))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    keyId: row.id,
    orchestratorId: row.orchestrator_id,
    accountId: row.account_id,
    lastUsedAt: row.last_used_at,
  };
}
