import type { Context } from '#context.ts';
import type { LinkInput } from '../model/shown-link.ts';

/** Adds a link. False when the client ID has or had one, to any partner. */
export async function insertLink(
  ctx: Context,
  link: LinkInput & { readonly linkIntentId: string | null },
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

/** The sides of a link to read; only members that are given narrow it down. */
export type LinkKey =
  | { readonly orchestratorId: string; readonly clientId: string }
  | { readonly accountId: string; readonly clientIdId: string };

/** The link of a client ID as one of its two sides names it; undefined for everybody else. */
export async function findLink(ctx: Context, key: LinkKey): Promise<LinkInput | undefined> {
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
    .innerJoin('client_id_summary as client_id', 'client_id.id', 'link.client_id_id')
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
): Promise<{ readonly links: LinkInput[]; readonly total: number }> {
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

/** The plan of the active link of a client ID; null without a link or a plan. */
export async function findKytPlan(ctx: Context, clientIdId: string): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('client_id_link')
    .select('kyt')
    .where('client_id_id', '=', clientIdId)
    .where('status', '=', 'active')
    .executeTakeFirst();
  return row?.kyt ?? null;
}
