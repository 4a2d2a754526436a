import type { Network } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { type Refusal, refuseField } from '#kit/failure.ts';
import type { ScreeningPlan } from './model/screening-plan.ts';

/** Refuses (400) a plan that no wallet could pass: a vendor that is not configured, or that judges no wallets of the network. */
export function checkPlan(
  { screeners }: Pick<Context, 'screeners'>,
  plan: ScreeningPlan,
  { network, field }: { readonly network: Network; readonly field: string },
): void {
  for (const { provider, policyId } of plan.providers) {
    const screener = screeners.get(provider);
    if (screener === undefined) throw notScreened(field, `${provider} is not configured here`);
    if (!screener.covers(network.id)) {
      throw notScreened(field, `${provider} judges no wallets of ${network.name} here`);
    }
    if (policyId !== null && !screener.takesPolicies) {
      throw notScreened(field, `${provider} takes no policy, so the plan may name none`);
    }
  }
}

/** 400: who is to judge wallets cannot, so that none could pay. */
export function notScreened(field: string, problem: string): Refusal {
  return refuseField(field, `${field} asks for screening: ${problem}`, 'screening_not_available');
}
