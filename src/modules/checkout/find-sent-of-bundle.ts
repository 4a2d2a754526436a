import type { Context } from '#context.ts';
import { Outage } from '#kit/failure.ts';
import {
  type ForwardedTransaction,
  findOpenForwarded,
  findSentOf,
} from '#modules/forwarding/index.ts';
import type { MulticallPayout } from '#modules/multicall-payouts/index.ts';

/**
 * The transactions that were forwarded for a bundle or for children of it and have not ended. One query for each network
 * that forwards any. Throws `Outage`; a view is given all that were forwarded where no node answers.
 */
export async function findSentOfBundle(
  ctx: Context,
  payout: MulticallPayout,
  { isView }: { readonly isView: boolean },
): Promise<readonly ForwardedTransaction[]> {
  const { token, accountId } = payout;
  const sent: ForwardedTransaction[] = [];
  for (const [network, children] of Map.groupBy(payout.children, (child) => child.network)) {
    const chain = ctx.chains.get(network);
    if (chain?.relay === undefined) continue;
    const paymentReferences = children.map(({ request }) => request.paymentReference);
    try {
      const link = { token, accountId };
      sent.push(...(await findSentOf(ctx, { link, chain, paymentReferences })));
    } catch (error) {
      if (!isView || !(error instanceof Outage)) throw error;
      ctx.log.warn({ err: error, network }, 'what became of sent payments is not known');
      sent.push(...(await findOpenForwarded(ctx, { network, token, paymentReferences })));
    }
  }
  return sent;
}
