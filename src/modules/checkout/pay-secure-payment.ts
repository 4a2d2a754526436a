import type { Context } from '#context.ts';
import type { Hex } from '#kit/hex.ts';
import { type PaymentCalldata, paymentCalldata } from '#modules/calldata/index.ts';
import { amountDue } from './model/amount-due.ts';
import { checkMayPay } from './model/guarded-link.ts';
import { chainOf, openLink, type Visit } from './open-link.ts';

/** What a payer signs, and what it asks of the wallet. */
export interface PreparedPayment extends PaymentCalldata {
  readonly paymentType: 'single';
  readonly eoaApprovalTransactions: [];
  readonly feeBundle: null;
  readonly paymentReference: Hex;
  readonly flow: 'incoming' | 'outgoing';
}

/**
 * Prepares the transactions that pay what is still due on a link, by one look at the chain when
 * the wallet is known. Refuses as `openLink` does, and on a link that guards anything also (400) to
 * prepare it without a wallet and (403) for one that may not pay.
 */
export async function paySecurePayment(ctx: Context, visit: Visit): Promise<PreparedPayment> {
  const open = await openLink(ctx, visit);
  const { request, link, currency } = open;
  checkMayPay(link, open.access);
  const {
    feePercentage: percentage,
    feeAddress: address,
    payeeAddress,
    paymentReference,
  } = request;
  const platformFee = percentage !== null && address !== null ? { percentage, address } : undefined;
  const chain = chainOf(ctx, open);
  const due = amountDue(request);
  const order = { chain, currency, payeeAddress, paymentReference, due, platformFee };
  const calldata = await paymentCalldata(order, open.wallet);
  return {
    paymentType: 'single',
    eoaApprovalTransactions: [],
    feeBundle: null,
    ...calldata,
    paymentReference,
    flow: link.flow,
  };
}
