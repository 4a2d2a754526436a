import type { Context } from '#context.ts';
import { findPayer } from '#modules/payers/index.ts';
import { findPaymentDetail } from '#modules/payment-details/index.ts';
import type { PayoutTarget } from './store.ts';

/** A bank account that may be paid now, in the provider's words. */
interface Recipient {
  readonly payoutCurrency: string;
  readonly providerAccountId: string;
}

/** The bank account of a payout as it may be paid now, or why it may not. */
export async function findRecipient(
  ctx: Context,
  { accountId, clientUserId, paymentDetailsId }: PayoutTarget & { readonly accountId: string },
): Promise<Recipient | 'not_compliant' | 'not_approved'> {
  const payer = await findPayer(ctx, { accountId, clientUserId });
  if (payer?.isCompliant !== true) return 'not_compliant';
  const detail = await findPaymentDetail(ctx, { accountId, clientUserId, id: paymentDetailsId });
  if (detail?.status !== 'approved' || detail.providerAccountId === null) return 'not_approved';
  return { payoutCurrency: detail.currency, providerAccountId: detail.providerAccountId };
}
