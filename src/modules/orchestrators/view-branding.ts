import type { Context } from '#context.ts';
import { brandScopeOf, type NamedBranding } from './branding-scope.ts';
import { type ShownBranding, showBranding } from './model/shown-branding.ts';
import { type BrandScope, findEffectiveBranding } from './store/branding.ts';

/**
 * The style that holds for a partner's payments, or for those with a client ID that is named: its
 * own, else the default, else null. Refuses (404) a client ID that is not linked.
 */
export async function viewBranding(
  ctx: Context,
  named: NamedBranding,
): Promise<ShownBranding | null> {
  return await findBranding(ctx, await brandScopeOf(ctx, named));
}

/**
 * The style that applies to a payment that a partner created with a client ID, as everybody is shown
 * it: the client ID's own, else the partner's default, else null. One round trip.
 */
export async function findBranding(ctx: Context, scope: BrandScope): Promise<ShownBranding | null> {
  const branding = await findEffectiveBranding(ctx, scope);
  return branding === undefined ? null : showBranding(branding);
}
