import { NETWORKS } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { printAmount } from '#kit/amount.ts';
import type { SenderMeasures } from '#modules/relayer/index.ts';

/** Whatever it waits for, a payment was signed for half an hour at most. */
const STUCK_SECONDS_MAX = 600;

/** Time enough to raise a budget before it is used up. */
const USED_RATIO_MAX = 0.8;

/** The account that sends what payers sign on a network; amounts are in its coin. */
export interface SenderStatus {
  readonly network: string;
  readonly address: string;
  readonly coin: string;
  readonly balance: string;
  /** How long ago it was read. */
  readonly ageSeconds: number;
  /** Transactions that have not ended. */
  readonly open: number;
  readonly oldestSeconds: number;
  /** What today's transactions (UTC) may cost, and what they may cost together. */
  readonly spent: string;
  readonly budget: string;
  /** The same of the account with the most. */
  readonly accountSpent: string;
  readonly accountBudget: string;
  /** Whether it has less than what one account may cost in a day. */
  readonly isLow: boolean;
  readonly isStuck: boolean;
  readonly isNearlySpent: boolean;
}

/** What operators see of a sender. */
export function senderStatus(ctx: Context, measured: SenderMeasures): SenderStatus {
  const network = NETWORKS[measured.network];
  const { symbol, decimals } = network.nativeCurrency;
  const coins = (units: bigint) => printAmount(units, decimals);
  const accountBudget = ctx.settings.relayBudgetOf(network);
  const budget = ctx.settings.relayTotalBudgetOf(network);
  const secondsSince = (at: Date) =>
    Math.max(0, Math.round((ctx.now().getTime() - at.getTime()) / 1000));
  const oldestSeconds = measured.oldestAt === undefined ? 0 : secondsSince(measured.oldestAt);
  return {
    network: network.id,
    address: measured.address,
    coin: symbol,
    balance: coins(measured.balanceUnits),
    ageSeconds: secondsSince(measured.readAt),
    open: measured.open,
    oldestSeconds,
    spent: coins(measured.spentUnits),
    budget: coins(budget),
    accountSpent: coins(measured.accountSpentUnits),
    accountBudget: coins(accountBudget),
    isLow: measured.balanceUnits < accountBudget,
    isStuck: oldestSeconds > STUCK_SECONDS_MAX,
    isNearlySpent: Number(measured.spentUnits) >= Number(budget) * USED_RATIO_MAX,
  };
}
