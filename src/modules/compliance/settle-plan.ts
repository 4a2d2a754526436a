import type { Network } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import type { ScreeningPlan } from '#modules/screening/index.ts';
import { findClientIdPlan } from './find-client-id-plan.ts';
import type { AccessSources } from './model/access-policy.ts';
import { settleLinkAccess } from './settle-link-access.ts';

/** A payment without a link, as far as it matters for who judges its wallets. */
interface UnlinkedPayment {
  readonly network: Network;
  /** The policies of the destinations that it pays, where there are any. */
  readonly inherited?: AccessSources['inherited'];
}

/**
 * Who judges the wallets of a new payment that has no link: the plan of the client ID, else the policy of a destination; null where neither
 * names anybody. Refuses (400) who cannot judge there.
 */
export async function settlePlan(
  ctx: Context,
  { network, inherited = [] }: UnlinkedPayment,
): Promise<ScreeningPlan | null> {
  const clientIdPlan = await findClientIdPlan(ctx);
  return settleLinkAccess(ctx, undefined, { inherited, clientIdPlan, network }).screening;
}
