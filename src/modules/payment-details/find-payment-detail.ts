import type { Context } from '#context.ts';
import type { Rails } from './model/bank-account.ts';
import type { PaymentDetailStatus } from './model/status.ts';
import { findDetail } from './store/payment-details.ts';

/** What may be paid out to, without anything of its owner. */
export interface PaymentDetail {
  readonly id: string;
  readonly payerId: string;
  readonly status: PaymentDetailStatus;
  /** Three letters in upper case. */
  readonly currency: string;
  readonly rails: Rails;
  /** What the provider calls the account; null until it knows it. */
  readonly providerAccountId: string | null;
}

/** A bank account of an account's payer; undefined for one of others, for an unknown one and for one that was erased. */
export async function findPaymentDetail(
  ctx: Pick<Context, 'db'>,
  key: { readonly accountId: string; readonly clientUserId: string; readonly id: string },
): Promise<PaymentDetail | undefined> {
  const row = await findDetail(ctx, key);
  if (row?.sealed === undefined) return undefined;
  const { id, payerId, status, currency, rails, providerAccountId } = row;
  return { id, payerId, status, currency: currency.toUpperCase(), rails, providerAccountId };
}
