import type { Network } from '#catalog/networks.ts';
import { accountOf, type Context } from '#context.ts';
import { ScreeningOutage } from '#modules/compliance/index.ts';
import {
  judgeByPlan,
  PROVIDER_ERROR,
  type ScreenedWallet,
  type ScreeningPlan,
  screenWallets,
  type WalletDecision,
} from '#modules/screening/index.ts';

/** Who is paid by a new payout, and what is known of it. */
export interface ScreenedRecipient {
  readonly walletAddress: string;
  readonly evaluatedAt: Date;
  /** Who rejected it, where no vendor decided. */
  readonly provider?: ScreenedWallet['provider'];
  /** What a vendor decided; null where a list has it or the account rejects it, which no vendor is asked about then. */
  readonly decided: {
    readonly plan: ScreeningPlan;
    readonly network: Network;
    readonly decision: WalletDecision;
  } | null;
}

/**
 * Looks up who is to be paid in the lists, and has the vendors of a plan judge it. Undefined where nothing speaks against it and nobody
 * has decided. Throws `Outage` where a list or the vendors give no answer: nothing is created then.
 */
export async function screenRecipient(
  ctx: Context,
  {
    network,
    walletAddress,
    plan,
  }: {
    readonly network: Network;
    readonly walletAddress: string;
    readonly plan: ScreeningPlan | null;
  },
): Promise<ScreenedRecipient | undefined> {
  const accountId = accountOf(ctx);
  const asked = { accountId, networks: [network], wallets: [walletAddress] };
  const [found] = await screenWallets(ctx, asked);
  const role = 'recipient';
  const refused = {
    accountId,
    walletAddress,
    role,
    network: network.id,
    code: PROVIDER_ERROR,
  } as const;
  if (found?.listing === 'unknown') {
    const message = `whether ${walletAddress} is sanctioned is not known`;
    throw new ScreeningOutage(message, { ...refused, provider: found.provider });
  }
  if (found?.listing === 'listed') {
    const { provider, evaluatedAt } = found;
    return { walletAddress, evaluatedAt, provider, decided: null };
  }
  if (plan === null) return undefined;
  const whose = { accountId, plan, network: network.id };
  const judged = { ...whose, walletAddress, direction: 'outgoing' } as const;
  const decision = await judgeByPlan(ctx, judged, { within: 'call' });
  if (decision === undefined) {
    const provider = plan.providers[0]?.provider ?? null;
    throw new ScreeningOutage(`no vendor has judged ${walletAddress}`, { ...refused, provider });
  }
  const { evaluatedAt } = decision;
  return { walletAddress, evaluatedAt, decided: { plan, network, decision } };
}
