import { accountOf, type Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { findOwnPayer } from './find-own-payer.ts';
import type { BankAccountData } from './model/bank-account.ts';
import { openDetail } from './sealed-detail.ts';
import { listDetailsOf, type PaymentDetailRow } from './store/payment-details.ts';

/** The 404 of a bank account that this payer does not have. */
export const detailNotFound = () =>
  new Refusal('payment_details_not_found', 404, 'Payment details not found');

/** A bank account with what is known of its owner. */
export interface OpenedDetail
  extends Pick<PaymentDetailRow, 'id' | 'status' | 'currency' | 'rails' | 'failureReason'> {
  readonly userId: string;
  readonly data: BankAccountData;
}

/** The bank accounts of a payer of the calling account, the newest first, or the one that is asked for. */
export async function listPaymentDetails(
  ctx: Context,
  { clientUserId, id }: { readonly clientUserId: string; readonly id: string | undefined },
): Promise<readonly OpenedDetail[]> {
  const payer = await findOwnPayer(ctx, clientUserId);
  const rows = await listDetailsOf(ctx, { accountId: accountOf(ctx), payerId: payer.id });
  const found = id === undefined ? rows : rows.filter((row) => row.id === id);
  if (id !== undefined && found.length === 0) throw detailNotFound();
  return found.flatMap((row) => {
    if (row.sealed === undefined) return [];
    const { status, currency, rails, failureReason } = row;
    const data = openDetail(ctx, row, row.sealed);
    return [{ id: row.id, status, currency, rails, failureReason, userId: payer.id, data }];
  });
}
