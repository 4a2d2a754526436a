import type { Context } from '#context.ts';
import { transact } from '#platform/db/transact.ts';
import { brandScopeOf, type NamedBranding, recordBranding } from './branding-scope.ts';
import { deleteBrandingRow, lockBranding } from './store/branding.ts';

/**
 * Takes away the style of a scope, so that the next one holds: the default, or the page's own.
 * Returns whether there was one. Refuses (404) a client ID that is not linked.
 */
export async function removeBranding(
  ctx: Context,
  named: NamedBranding,
): Promise<{ readonly removed: boolean }> {
  return await transact(ctx, async (ctx) => {
    const scope = await brandScopeOf(ctx, named);
    const branding = await lockBranding(ctx, scope);
    if (branding === undefined) return { removed: false };
    await deleteBrandingRow(ctx, branding.id);
    await recordBranding(ctx, 'removed', { scope, branding });
    return { removed: true };
  });
}
