import type { Context } from '#context.ts';
import { findLinkPlan } from '#modules/orchestrators/index.ts';
import type { ScreeningPlan } from '#modules/screening/index.ts';

/** Who judges wallets by the client ID that a partner creates a payment with; null for every other caller. */
export async function findClientIdPlan(ctx: Context): Promise<ScreeningPlan | null> {
  const { actor } = ctx;
  if (actor.kind !== 'orchestrator_pair') return null;
  const plan = await findLinkPlan(ctx, actor.clientIdId);
  if (plan === null) return null;
  const ordered = plan.providers.toSorted((a, b) => a.priority - b.priority);
  return {
    providers: ordered.map(({ provider, policyId = null }) => ({ provider, policyId })),
    isOfPartner: true,
  };
}
