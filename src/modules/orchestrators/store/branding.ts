import type { Selectable } from 'kysely';
import type { Context } from '#context.ts';
import type { BrandingTable } from '#platform/db/tables.generated.ts';
import type { Branding, BrandStyle } from '../model/branding.ts';

/** Whose style it is: a partner's default, or that for one client ID. */
export interface BrandScope {
  readonly orchestratorId: string;
  readonly clientIdId: string | null;
}

/** Adds a style. False when its scope has one. */
export async function insertBranding(
  ctx: Context,
  branding: Branding & { readonly accountId: string },
): Promise<boolean> {
  const now = ctx.now();
  const added = await ctx.db
    .insertInto('branding')
    .values({
      id: branding.id,
      account_id: branding.accountId,
      orchestrator_id: branding.orchestratorId,
      client_id_id: branding.clientIdId,
      ...columnsOf(branding),
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.constraint('branding_scope').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

/** The style that holds for a client ID, or for a partner where none is named: its own row, else the default. */
export async function findEffectiveBranding(
  ctx: Context,
  { orchestratorId, clientIdId }: BrandScope,
): Promise<Branding | undefined> {
  const rows = ctx.db
    .selectFrom('branding')
    .selectAll()
    .where('orchestrator_id', '=', orchestratorId)
    .where((is) => is.or([is('client_id_id', 'is', null), is('client_id_id', '=', clientIdId)]))
    .orderBy('client_id_id', (order) => order.asc().nullsLast())
    .limit(1);
  const row = await rows.executeTakeFirst();
  return row && brandingFrom(row);
}

/** The style of exactly this scope, locked until the transaction ends. */
export async function lockBranding(
  ctx: Context,
  { orchestratorId, clientIdId }: BrandScope,
): Promise<Branding | undefined> {
  const row = await ctx.db
    .selectFrom('branding')
    .selectAll()
    .where('orchestrator_id', '=', orchestratorId)
    .where('client_id_id', 'is not distinct from', clientIdId)
    .forUpdate()
    .executeTakeFirst();
  return row && brandingFrom(row);
}

/** Replaces what a locked row says. */
export async function updateBrandStyle(ctx: Context, id: string, style: BrandStyle): Promise<void> {
  await ctx.db
    .updateTable('branding')
    .set({ ...columnsOf(style), updated_at: ctx.now() })
    .where('id', '=', id)
    .execute();
}

/** Takes away a locked row. */
export async function deleteBrandingRow(ctx: Context, id: string): Promise<void> {
  await ctx.db.deleteFrom('branding').where('id', '=', id).execute();
}

function columnsOf(style: BrandStyle) {
  return {
    logo_path: style.logoPath,
    page_background_color: style.pageBackgroundColor,
    card_background_color: style.cardBackgroundColor,
    primary_action_color: style.primaryActionColor,
    primary_text_color: style.primaryTextColor,
    secondary_text_color: style.secondaryTextColor,
    terms_path: style.termsPath,
    privacy_path: style.privacyPath,
    display_request_branding: style.displayRequestBranding,
  };
}

function brandingFrom(row: Selectable<BrandingTable>): Branding {
  return {
    id: row.id,
    orchestratorId: row.orchestrator_id,
    clientIdId: row.client_id_id,
    logoPath: row.logo_path,
    pageBackgroundColor: row.page_background_color,
    cardBackgroundColor: row.card_background_color,
    primaryActionColor: row.primary_action_color,
    primaryTextColor: row.primary_text_color,
    secondaryTextColor: row.secondary_text_color,
    termsPath: row.terms_path,
    privacyPath: row.privacy_path,
    displayRequestBranding: row.display_request_branding,
  };
}
