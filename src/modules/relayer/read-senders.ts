import type { TransactionSender } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { startOfDay } from '#kit/budget-day.ts';
import { Outage } from '#kit/failure.ts';
import { findSenders, recordSender } from './store.ts';

/** Read anew after this long, by one process or another. */
const READ_AFTER_MS = 60_000;

/** Reads what the senders have and what was spent, where nobody has lately; returns how many it has read. */
export async function readSenders(ctx: Context): Promise<number> {
  const known = new Map((await findSenders(ctx)).map((read) => [read.network, read]));
  let count = 0;
  for (const { network, sender } of ctx.chains.all) {
    const before = known.get(network.id);
    const isFresh =
      before?.senderAddress === sender?.address &&
      ctx.now().getTime() - (before?.readAt.getTime() ?? 0) < READ_AFTER_MS;
    if (sender === undefined || isFresh) continue;
    const units = await unitsOf(sender);
    if (units === undefined) continue;
    const read = { network: network.id, senderAddress: sender.address, ...units };
    await recordSender(ctx, read, startOfDay(ctx.now()));
    count += 1;
  }
  return count;
}

/** Undefined where no node answers, which other alarms say. */
async function unitsOf(sender: TransactionSender) {
  try {
    const [balanceUnits, typicalCostUnits] = await Promise.all([
      sender.readBalance(),
      sender.readTypicalCost(),
    ]);
    return { balanceUnits, typicalCostUnits };
  } catch (error) {
    if (error instanceof Outage) return undefined;
    throw error;
  }
}
