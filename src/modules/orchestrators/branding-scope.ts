import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { findPartnerLink } from './find-partner-link.ts';
import type { Branding, BrandStyle } from './model/branding.ts';
import { orchestratorOfActor } from './orchestrator-of-actor.ts';
import { recordForBoth } from './record-for-both.ts';
import type { BrandScope } from './store/branding.ts';

/** A style of a partner's, by what names it. */
export interface NamedBranding {
  /** A linked client ID; left out, the default of all is meant. */
  readonly clientId?: string | undefined;
}

/** The scope that a partner names, and whose logs report what is done to it. */
export interface NamedBrandScope extends BrandScope {
  /** The partner's. */
  readonly accountId: string;
  /** The public text of the client ID. */
  readonly clientId: string | null;
  /** The partner's account and, of a client ID's own style, the platform's. */
  readonly accountIds: readonly string[];
}

/**
 * The calling partner's default style, or its style for a client ID that is named. Refuses (404) one
 * that is not linked to it.
 */
export async function brandScopeOf(
  ctx: Context,
  { clientId }: NamedBranding,
): Promise<NamedBrandScope> {
  const { orchestratorId, accountId } = orchestratorOfActor(ctx);
  if (clientId === undefined) {
    const nobody = { clientIdId: null, clientId: null };
    return { orchestratorId, accountId, ...nobody, accountIds: [accountId] };
  }
  const link = await findPartnerLink(ctx, clientId);
  const accountIds = [link.accountId, accountId];
  return { orchestratorId, accountId, clientIdId: link.clientIdId, clientId, accountIds };
}

/** Records what was done to a style: for the partner, and for the platform that it is for. */
export async function recordBranding(
  ctx: Context,
  action: 'created' | 'updated' | 'removed',
  changed: { readonly scope: NamedBrandScope; readonly branding: Branding },
): Promise<void> {
  const { scope, branding } = changed;
  const { id, orchestratorId, clientIdId: _, ...style } = branding;
  await recordForBoth(ctx, {
    accountIds: scope.accountIds,
    action: `branding.${action}`,
    object: { kind: 'branding', id },
    details: { orchestratorId, clientId: scope.clientId, ...(style satisfies BrandStyle) },
  });
}

/** 404: the scope has no style of its own. */
export function brandingNotFound(): Refusal {
  return new Refusal('branding_not_found', 404, 'Branding not found');
}
