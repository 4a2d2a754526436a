import { NETWORKS } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { printAmount } from '#kit/amount.ts';
import type { RecurringMeasures } from '#modules/recurring-payouts/index.ts';
import type { SenderMeasures } from '#modules/relayer/index.ts';

/** The recurring payouts of a network. */
export interface RecurringStatus {
  readonly network: string;
  readonly active: number;
  readonly paused: number;
  /** Those of them that were paused in the last week. */
  readonly pausedLately: number;
  /** Active ones whose next instalment has failed, or lacks balance or allowance. */
  readonly failing: number;
  readonly shortOfBalance: number;
  readonly shortOfAllowance: number;
  /** Instalments that are due, and those of them that are for half an hour and have not failed. */
  readonly due: number;
  readonly late: number;
  readonly lateSeconds: number;
  /** Those that are due within a day and not sent yet. */
  readonly dueSoon: number;
  /** Instalments that the contract took without paying, and that others took, in the last week. */
  readonly lost: number;
  readonly paidElsewhere: number;
  /** What sending those that are due within a day may cost, in the coin of the network; null where nobody sends here, or nothing is known. */
  readonly gasNeeded: string | null;
  readonly gasBalance: string | null;
  readonly coin: string;
  readonly sender: string | null;
  readonly isShortOfGas: boolean;
}

/** What operators see of the recurring payouts of a network. */
export function recurringStatus(
  ctx: Pick<Context, 'now'>,
  measured: RecurringMeasures,
  senders: readonly SenderMeasures[],
): RecurringStatus {
  const { network, lateSince, soon: dueSoon, ...counts } = measured;
  const { symbol, decimals } = NETWORKS[network].nativeCurrency;
  const sender = senders.find((one) => one.network === network);
  const gas = sender && gasOf(sender, dueSoon);
  const lateMs = lateSince === null ? 0 : ctx.now().getTime() - lateSince.getTime();
  return {
    network,
    ...counts,
    lateSeconds: Math.max(0, Math.round(lateMs / 1_000)),
    dueSoon,
    gasNeeded: gas === undefined ? null : printAmount(gas.neededUnits, decimals),
    gasBalance: sender === undefined ? null : printAmount(sender.balanceUnits, decimals),
    coin: symbol,
    sender: sender?.address ?? null,
    isShortOfGas: gas?.isShort === true,
  };
}

function gasOf({ typicalCostUnits, balanceUnits }: SenderMeasures, dueSoon: number) {
  if (typicalCostUnits === undefined) return undefined;
  const neededUnits = typicalCostUnits * BigInt(dueSoon);
  return { neededUnits, isShort: balanceUnits < neededUnits };
}
