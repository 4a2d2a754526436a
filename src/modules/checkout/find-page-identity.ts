import type { Context } from '#context.ts';
import { findMerchant } from '#modules/merchant-profiles/index.ts';
import { findBranding } from '#modules/orchestrators/index.ts';
import type { PageIdentity } from './model/page-identity.ts';

/** Who created a link or a bundle. */
interface PageOwner {
  readonly accountId: string;
  /** The row of the client ID; null without one. */
  readonly clientIdId: string | null;
  readonly orchestratorId: string | null;
  /** Whether the off-ramp provider of a payout is paid. */
  readonly isPaidOut?: boolean;
}

/** Whose page a payment is shown on, by one query, and another where a partner created it. */
export async function findPageIdentity(
  ctx: Context,
  { accountId, clientIdId, orchestratorId, isPaidOut = false }: PageOwner,
): Promise<PageIdentity> {
  const [branding, merchant] = await Promise.all([
    orchestratorId === null ? null : findBranding(ctx, { orchestratorId, clientIdId }),
    findMerchant(ctx, { accountId, clientIdId }),
  ]);
  const provider = isPaidOut ? ctx.offRamp?.name : undefined;
  return { branding, merchant, ...(provider !== undefined && { bankPayout: { provider } }) };
}
