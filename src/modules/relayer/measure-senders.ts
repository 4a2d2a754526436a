import type { NetworkId } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { startOfDay } from '#kit/budget-day.ts';
import { countOpenRelayed, findSenders } from './store.ts';

/** Counting that many takes some milliseconds, and above it no exact number is needed. */
const COUNTED_MAX = 10_000;

/** The sender of a network that this process is connected to, as it was read last. */
export interface SenderMeasures {
  readonly network: NetworkId;
  readonly address: string;
  readonly balanceUnits: bigint;
  /** What a transaction of ordinary size may cost; undefined where an earlier release read it. */
  readonly typicalCostUnits: bigint | undefined;
  readonly readAt: Date;
  /** What today's transactions (UTC) may cost: all of them, and those of the account with the most. */
  readonly spentUnits: bigint;
  readonly accountSpentUnits: bigint;
  readonly open: number;
  readonly oldestAt: Date | undefined;
}

/** What the senders have and have spent as it was read in the background, and the transactions that have not ended. Without a node. */
export async function measureSenders(ctx: Context): Promise<readonly SenderMeasures[]> {
  const [senders, counts] = await Promise.all([
    findSenders(ctx),
    countOpenRelayed(ctx, COUNTED_MAX),
  ]);
  const today = startOfDay(ctx.now());
  return senders.flatMap(
    ({ network, senderAddress, readAt, balanceUnits, typicalCostUnits, ...spent }) => {
      if (ctx.chains.get(network)?.sender === undefined) return [];
      const isToday = readAt >= today;
      const count = counts.find((one) => one.network === network);
      return {
        network,
        address: senderAddress,
        balanceUnits,
        typicalCostUnits,
        readAt,
        spentUnits: isToday ? spent.spentUnits : 0n,
        accountSpentUnits: isToday ? spent.accountSpentUnits : 0n,
        open: count?.open ?? 0,
        oldestAt: count?.oldestAt,
      };
    },
  );
}
