import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { transact } from '#platform/db/transact.ts';
import { brandScopeOf, type NamedBranding, recordBranding } from './branding-scope.ts';
import { applyBranding, type BrandingInput, PLAIN_STYLE } from './model/branding.ts';
import { type ShownBranding, showBranding } from './model/shown-branding.ts';
import { insertBranding } from './store/branding.ts';

/**
 * Sets the style of the pay page for payments that a partner creates: for all, or for those with one
 * client ID, where the whole style replaces the default.
 *
 * Refuses (404) a client ID that is not linked, and (409) a second style of the same scope.
 */
export async function createBranding(
  ctx: Context,
  { clientId, ...input }: NamedBranding & BrandingInput,
): Promise<ShownBranding> {
  return await transact(ctx, async (ctx) => {
    const scope = await brandScopeOf(ctx, { clientId });
    const { orchestratorId, clientIdId, accountId } = scope;
    const named = { id: ctx.newId(), orchestratorId, clientIdId };
    const branding = { ...named, ...applyBranding(PLAIN_STYLE, input) };
    if (!(await insertBranding(ctx, { ...branding, accountId }))) throw brandingExists();
    await recordBranding(ctx, 'created', { scope, branding });
    return showBranding(branding);
  });
}

/** 409: the scope has a style. */
export function brandingExists(): Refusal {
  return new Refusal('branding_exists', 409, 'There is a branding already; change that one');
}
