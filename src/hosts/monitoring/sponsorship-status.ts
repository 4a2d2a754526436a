import { NETWORKS } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { printAmount } from '#kit/amount.ts';
import type { SponsorshipMeasures } from '#modules/user-operations/index.ts';

/** Time enough to raise a budget before it is used up. */
const USED_RATIO_MAX = 0.8;

/** What the paymaster of a network pays for today; amounts are in its coin. */
export interface SponsorshipStatus {
  readonly network: string;
  readonly coin: string;
  readonly operations: number;
  /** What today's operations (UTC) may cost, and what they may cost together. */
  readonly spent: string;
  readonly budget: string;
  /** The same of the account with the most. */
  readonly accountSpent: string;
  readonly accountBudget: string;
  readonly isNearlySpent: boolean;
}

/** What operators see of a paymaster. */
export function sponsorshipStatus(ctx: Context, measured: SponsorshipMeasures): SponsorshipStatus {
  const network = NETWORKS[measured.network];
  const { symbol, decimals } = network.nativeCurrency;
  const coins = (units: bigint) => printAmount(units, decimals);
  const budget = ctx.settings.sponsorshipTotalBudgetOf(network);
  return {
    network: network.id,
    coin: symbol,
    operations: measured.operations,
    spent: coins(measured.spentUnits),
    budget: coins(budget),
    accountSpent: coins(measured.accountSpentUnits),
    accountBudget: coins(ctx.settings.sponsorshipBudgetOf(network)),
    isNearlySpent: Number(measured.spentUnits) >= Number(budget) * USED_RATIO_MAX,
  };
}
