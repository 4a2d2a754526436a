import { NETWORKS } from '#catalog/networks.ts';
import { accountOf, type Context } from '#context.ts';
import { checkParties, partyPlans } from '#modules/compliance/index.ts';
import type { OrderForPayer } from './order-for-payer.ts';

type PaidOrder = Pick<OrderForPayer, 'request' | 'order' | 'wallet' | 'source'>;

/**
 * Looks up who is to pay a request and who is paid by it, on the network of the request and on the one that it is paid from, and has the
 * vendors of its plan judge them. Refuses as `checkParties` does.
 */
export async function checkPayerAndPayee(
  ctx: Context,
  { request, order, wallet, source }: PaidOrder,
): Promise<void> {
  const { network } = order.chain;
  const plans = partyPlans(request);
  // Where fees alone are paid, whoever gets them was not judged when they were agreed.
  const ofRecipient = order.isFees ? null : plans.recipient;
  await checkParties(ctx, {
    accountId: accountOf(ctx),
    networks: source === undefined ? [network] : [network, NETWORKS[source.network]],
    parties: [
      { role: 'payer', walletAddress: wallet, field: 'wallet', plan: plans.payer },
      {
        role: 'recipient',
        walletAddress: order.payeeAddress,
        field: 'requestId',
        plan: ofRecipient,
      },
    ],
  });
}
