import { NETWORKS } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { checkParties } from '#modules/compliance/index.ts';
import type { OrderForPayer } from './order-for-payer.ts';

/**
 * Looks up who is to pay a request and who is paid by it, on the network of the request and on the one that it is paid from. Refuses as
 * `checkParties` does.
 */
export async function checkPayerAndPayee(
  ctx: Context,
  { order, wallet, source }: Pick<OrderForPayer, 'order' | 'wallet' | 'source'>,
): Promise<void> {
  const { network } = order.chain;
  await checkParties(ctx, {
    networks: source === undefined ? [network] : [network, NETWORKS[source.network]],
    parties: [
      { role: 'payer', walletAddress: wallet, field: 'wallet' },
      { role: 'recipient', walletAddress: order.payeeAddress, field: 'requestId' },
    ],
  });
}
