import type { Chain, OwnTransaction } from '#chains/chain.ts';
import type { Context } from '#context.ts';

/** Sends signed bytes once more. A node that has them already says so by an error, which changes nothing. */
export async function sendAgain(
  ctx: Context,
  chain: Chain,
  { signed }: Pick<OwnTransaction, 'signed'>,
): Promise<void> {
  try {
    await chain.broadcast(signed);
  } catch (error) {
    ctx.log.debug(
      { network: chain.network.id, err: error },
      'a signed transaction was not taken again',
    );
  }
}
