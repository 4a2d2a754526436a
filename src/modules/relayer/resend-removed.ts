import type { Chain } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { Outage } from '#kit/failure.ts';
import { sendAgain } from './send-again.ts';
import { findEndedBetween, findLastEnded } from './store.ts';

/**
 * Sends again what a reorg removed after it had ended, in the order of its nonces: nobody follows it any more, nodes need not keep it, and what
 * its caller did with it is undone until it is carried out again. Returns how many were sent.
 */
export async function resendRemoved(ctx: Context): Promise<number> {
  let count = 0;
  for (const chain of ctx.chains.all) {
    try {
      count += await resendOn(ctx, chain);
    } catch (error) {
      // Where no node answers others say so.
      if (!(error instanceof Outage)) throw error;
    }
  }
  return count;
}

async function resendOn(ctx: Context, chain: Chain): Promise<number> {
  const { sender } = chain;
  if (sender === undefined) return 0;
  const of = { network: chain.network.id, senderAddress: sender.address };
  const last = await findLastEnded(ctx, of);
  if (last === undefined) return 0;
  const { newest } = await sender.readNonces(sender.address, 1);
  const removed = await findEndedBetween(ctx, { ...of, nonce: last + 1n }, newest);
  for (const ended of removed) await sendAgain(ctx, chain, ended);
  if (removed.length > 0) {
    const logFields = { network: of.network, count: removed.length };
    ctx.log.warn(logFields, 'transactions that a reorg removed are sent again');
  }
  return removed.length;
}
