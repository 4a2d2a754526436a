import type { Context } from '#context.ts';
import { transact } from '#platform/db/transact.ts';
import {
  brandingNotFound,
  brandScopeOf,
  type NamedBranding,
  recordBranding,
} from './branding-scope.ts';
import { applyBranding, type BrandingInput } from './model/branding.ts';
import { type ShownBranding, showBranding } from './model/shown-branding.ts';
import { lockBranding, updateBrandStyle } from './store/branding.ts';

/**
 * Sets what is named of a style and keeps the rest; nothing is ever unset. Refuses (404) a client ID
 * that is not linked, and a scope that has no style of its own.
 */
export async function updateBranding(
  ctx: Context,
  { clientId, ...input }: NamedBranding & BrandingInput,
): Promise<ShownBranding> {
  return await transact(ctx, async (ctx) => {
    const scope = await brandScopeOf(ctx, { clientId });
    const found = await lockBranding(ctx, scope);
    if (found === undefined) throw brandingNotFound();
    const branding = { ...found, ...applyBranding(found, input) };
    await updateBrandStyle(ctx, found.id, branding);
    await recordBranding(ctx, 'updated', { scope, branding });
    return showBranding(branding);
  });
}
