import { NETWORKS } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { checkParties } from '#modules/compliance/index.ts';
import type { CommercePayment } from './model/commerce-payment.ts';

/**
 * Looks up who pays into the escrow and who is paid out of it, before either happens; no plan has them judged, as no partner creates such
 * payments. Giving back is never refused for it. Refuses as `checkParties` does.
 */
export async function checkBuyerAndMerchant(
  ctx: Context,
  { accountId, network, payerAddress, receiverAddress }: CommercePayment,
): Promise<void> {
  await checkParties(ctx, {
    accountId,
    networks: [NETWORKS[network]],
    parties: [
      { role: 'payer', walletAddress: payerAddress, field: 'buyerAddress', plan: null },
      {
        role: 'recipient',
        walletAddress: receiverAddress,
        field: 'merchantAddress',
        plan: null,
      },
    ],
  });
}
