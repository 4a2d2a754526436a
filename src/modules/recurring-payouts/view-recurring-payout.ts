import { currencyById } from '#catalog/currencies.ts';
import type { Context } from '#context.ts';
import { printAmount } from '#kit/amount.ts';
import { isoTime } from '#kit/clock.ts';
import { invariant } from '#kit/failure.ts';
import { countPaid, openIndex, type RecurringPayout } from './model/recurring-payout.ts';
import { dueAt } from './model/schedule.ts';
import { openPayout } from './open-payout.ts';
import { findInstalmentsOf } from './store/instalments.ts';
import { findPaymentsOf } from './store/payments.ts';

/** The caller's own recurring payout: what was paid, and what comes next. Refuses (404) all others. */
export async function viewRecurringPayout(ctx: Context, { id: wanted }: { readonly id: string }) {
  const payout = await openPayout(ctx, wanted);
  const { id, status } = payout;
  const [instalments, payments] = await Promise.all([
    findInstalmentsOf(ctx, payout),
    findPaymentsOf(ctx, id),
  ]);
  const currency = currencyById(payout.currencyId);
  invariant(currency !== undefined, 'recurring payouts are in listed currencies');
  const last = payments.at(-1);
  return {
    id,
    status,
    processedPayments: countPaid(instalments),
    totalPayments: payout.totalPayments,
    lastPaymentDate: last === undefined ? null : isoTime(last.receivedAt),
    nextPaymentDate: nextDateOf(payout, instalments),
    requests: instalments.map(({ paymentReference, requestId }) => ({
      paymentReference,
      requestId,
    })),
    payments: payments.map(({ id, amountUnits, receivedAt, transactionHash }) => ({
      id,
      amount: printAmount(amountUnits, currency.decimals),
      timestamp: isoTime(receivedAt),
      txHash: transactionHash,
    })),
    failureCount: payout.failureCount,
    failureReason: payout.failureReason,
    retryAfter: payout.retryAt && isoTime(payout.retryAt),
    shortage: payout.shortage,
    isAllowanceLowered: payout.revokedAt !== null,
  };
}

/** When the next instalment is due; null where none will be taken by itself. */
export function nextDateOf(
  payout: RecurringPayout,
  instalments: Parameters<typeof openIndex>[1],
): string | null {
  const { status } = payout;
  if (status === 'completed' || status === 'cancelled') return null;
  const index = openIndex(payout, instalments);
  return index === undefined ? null : isoTime(dueAt(payout, index));
}
