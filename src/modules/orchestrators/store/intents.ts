import { type Insertable, sql } from 'kysely';
import type { Context } from '#context.ts';
import type { LinkIntentTable } from '#platform/db/tables.generated.ts';

/** Adds an intent. */
export async function insertIntent(ctx: Context, row: Insertable<LinkIntentTable>): Promise<void> {
  await ctx.db.insertInto('link_intent').values(row).execute();
}

/** An intent as a holder of its token sees it. */
export interface IntentRow {
  readonly id: string;
  readonly orchestratorId: string;
  readonly orchestratorName: string;
  /** The partner's account. */
  readonly orchestratorAccountId: string;
  readonly clientIdName: string;
  readonly allowedDomains: string[];
  readonly externalId: string | null;
  readonly kyt: string | null;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
}

/** The intent whose token has this hash, in any status. */
export async function findIntent(ctx: Context, tokenHash: Buffer): Promise<IntentRow | undefined> {
  return await ctx.db
    .selectFrom('link_intent as intent')
    .innerJoin('orchestrator', 'orchestrator.id', 'intent.orchestrator_id')
    .select([
      'intent.id',
      'intent.orchestrator_id as orchestratorId',
      'orchestrator.name as orchestratorName',
      'orchestrator.account_id as orchestratorAccountId',
      'intent.client_id_name as clientIdName',
      'intent.allowed_domains as allowedDomains',
      'intent.external_id as externalId',
      'intent.kyt',
      'intent.expires_at as expiresAt',
      'intent.used_at as usedAt',
    ])
    .where('intent.token_hash', '=', tokenHash)
    .executeTakeFirst();
}

/** Which invitations of a partner. */
interface IntentPart {
  readonly orchestratorId: string;
  /** Only those older than this one. */
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** Up to `limit` invitations of a partner, in any status, newest first. */
export async function findIntents(ctx: Context, { orchestratorId, cursor, limit }: IntentPart) {
  return await ctx.db
    .selectFrom('link_intent')
    .select([
      'id',
      'client_id_name as clientIdName',
      'allowed_domains as allowedDomains',
      'external_id as externalId',
      'kyt',
      'expires_at as expiresAt',
      'used_at as usedAt',
      'created_at as createdAt',
      'updated_at as updatedAt',
    ])
    .where('orchestrator_id', '=', orchestratorId)
    .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Uses an intent up. False when another call was first; of two at once, one waits for the other. */
export async function useIntent(ctx: Context, intentId: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('link_intent')
    .set({ used_at: ctx.now(), updated_at: ctx.now() })
    .where('id', '=', intentId)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes up to `limit` unused intents that expired at `until` or before, and returns how many. */
export async function deleteIntents(ctx: Context, until: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from link_intent where id = any (array(
      select id from link_intent where used_at is null and expires_at <= ${until}
      order by expires_at limit ${limit} for update skip locked
    ))`.execute(ctx.db);
  return Number(numAffectedRows ?? 0n);
}
