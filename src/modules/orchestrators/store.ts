import { type Insertable, sql } from 'kysely';
import type { Context } from '#context.ts';
import type { LinkIntentTable } from '#platform/db/tables.generated.ts';
import type { LinkFacts } from './model/shown-link.ts';
import type { KeyFacts, OrchestratorFacts } from './model/shown-orchestrator.ts';

/** A key that may be used, and whose it is. */
interface UsableKey {
  readonly keyId: string;
  readonly orchestratorId: string;
  readonly accountId: string;
  readonly lastUsedAt: Date | null;
}

/** The key with this hash, unless it was revoked or has expired. */
export async function findUsableKey(ctx: Context, keyHash: Buffer): Promise<UsableKey | undefined> {
  return await ctx.db
    .selectFrom('orchestrator_key as key')
    .innerJoin('orchestrator', 'orchestrator.id', 'key.orchestrator_id')
    .select([
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
 * Notes that a key was used just now. A row that another call holds is skipped: that one notes the
 * same, and noting a use never makes anybody wait.
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
  partner: OrchestratorFacts & { readonly accountId: string; readonly contactEmail: string },
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
): Promise<OrchestratorFacts | undefined> {
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
  { key, keyHash }: { readonly key: KeyFacts; readonly keyHash: Buffer },
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
] as const;

/** A partner's keys, newest first: those that work are among the first two. */
export async function findKeys(
  ctx: Context,
  orchestratorId: string,
  limit: number,
): Promise<KeyFacts[]> {
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

/** One key of a partner, whatever became of it. */
export async function findKey(
  ctx: Context,
  key: { readonly orchestratorId: string; readonly keyId: string },
): Promise<KeyFacts | undefined> {
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
): Promise<KeyFacts | undefined> {
  return await ctx.db
    .updateTable('orchestrator_key')
    .set({ revoked_at: ctx.now(), updated_at: ctx.now() })
    .where('id', '=', key.keyId)
    .where('orchestrator_id', '=', key.orchestratorId)
    .where('revoked_at', 'is', null)
    .returning(KEY_COLUMNS)
    .executeTakeFirst();
}

/** Adds a link. False when the client ID has or had one, whoever's it was. */
export async function insertLink(
  ctx: Context,
  link: LinkFacts & { readonly linkIntentId: string | null },
): Promise<boolean> {
  const added = await ctx.db
    .insertInto('client_id_link')
    .values({
      id: link.id,
      orchestrator_id: link.orchestratorId,
      client_id_id: link.clientIdId,
      account_id: link.accountId,
      link_intent_id: link.linkIntentId,
      status: 'active',
      kyt: link.kyt,
      kyt_chosen_by: link.kytChosenBy,
      consented_at: link.consentedAt,
      created_at: link.createdAt,
      updated_at: link.updatedAt,
    })
    .onConflict((conflict) => conflict.column('client_id_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

/** By whom and of which client ID a link is asked for; only what is given narrows it down. */
export type LinkKey =
  | { readonly orchestratorId: string; readonly clientId: string }
  | { readonly accountId: string; readonly clientIdId: string };

/** The link of a client ID as one of its two sides names it; undefined for everybody else. */
export async function findLink(ctx: Context, key: LinkKey): Promise<LinkFacts | undefined> {
  const links = selectLinks(ctx);
  const found =
    'orchestratorId' in key
      ? links
          .where('link.orchestrator_id', '=', key.orchestratorId)
          .where('client_id.client_id', '=', key.clientId)
      : links
          .where('link.account_id', '=', key.accountId)
          .where('link.client_id_id', '=', key.clientIdId);
  return await found.executeTakeFirst();
}

function selectLinks(ctx: Context) {
  return ctx.db
    .selectFrom('client_id_link as link')
    .innerJoin('client_id', 'client_id.id', 'link.client_id_id')
    .select([
      'link.id',
      'link.orchestrator_id as orchestratorId',
      'link.client_id_id as clientIdId',
      'client_id.client_id as clientId',
      'link.account_id as accountId',
      'link.kyt',
      'link.kyt_chosen_by as kytChosenBy',
      'link.consented_at as consentedAt',
      'link.created_at as createdAt',
      'link.updated_at as updatedAt',
      'link.revoked_at as revokedAt',
    ]);
}

interface LinkPart {
  readonly orchestratorId: string;
  readonly limit: number;
  readonly offset: number;
}

/** A part of a partner's active links, oldest first, and how many there are. */
export async function findActiveLinks(
  ctx: Context,
  { orchestratorId, limit, offset }: LinkPart,
): Promise<{ readonly links: LinkFacts[]; readonly total: number }> {
  const links = await selectLinks(ctx)
    .where('link.orchestrator_id', '=', orchestratorId)
    .where('link.status', '=', 'active')
    .orderBy('link.id')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await ctx.db
    .selectFrom('client_id_link')
    .select((count) => count.fn.countAll<string>().as('total'))
    .where('orchestrator_id', '=', orchestratorId)
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow();
  return { links, total: Number(total) };
}

/** Ends an active link. False when it was ended before. */
export async function revokeLink(ctx: Context, linkId: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('client_id_link')
    .set({ status: 'revoked', revoked_at: ctx.now(), updated_at: ctx.now() })
    .where('id', '=', linkId)
    .where('status', '=', 'active')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Replaces the screening of an active link that its platform chose. False for every other. */
export async function updateOwnKyt(
  ctx: Context,
  change: { readonly linkId: string; readonly kyt: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('client_id_link')
    .set({ kyt: change.kyt, updated_at: ctx.now() })
    .where('id', '=', change.linkId)
    .where('status', '=', 'active')
    .where('kyt_chosen_by', '=', 'platform')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether the active link of a client ID asks for screening. */
export async function hasKytPlan(ctx: Context, clientIdId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('client_id_link')
    .select('id')
    .where('client_id_id', '=', clientIdId)
    .where('status', '=', 'active')
    .where('kyt', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds an intent. */
export async function insertIntent(ctx: Context, row: Insertable<LinkIntentTable>): Promise<void> {
  await ctx.db.insertInto('link_intent').values(row).execute();
}

/** An intent as whoever carries its token sees it. */
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

/** The intent whose token has this hash, whatever became of it. */
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

/** Uses an intent up. False when somebody else was faster; of two at once, one waits for the other. */
export async function useIntent(ctx: Context, intentId: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('link_intent')
    .set({ used_at: ctx.now(), updated_at: ctx.now() })
    .where('id', '=', intentId)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes up to `limit` unused intents that expired at `until` or before, and answers how many. */
export async function deleteIntents(ctx: Context, until: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from link_intent where id in (
      select id from link_intent where used_at is null and expires_at <= ${until}
      order by expires_at limit ${limit} for update skip locked
    )`.execute(ctx.db);
  return Number(numAffectedRows ?? 0n);
}
