import { currencyById } from '#catalog/currencies.ts';
import { writtenHash } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { printAmount } from '#kit/amount.ts';
import { isoTime } from '#kit/clock.ts';
import { invariant } from '#kit/failure.ts';
import { readAtOnce } from '#platform/db/transact.ts';
import {
  countPaid,
  type Instalment,
  openIndex,
  type RecurringPayout,
  statusNow,
} from './model/recurring-payout.ts';
import { dueAt } from './model/schedule.ts';
import { openPayout } from './open-payout.ts';
import { recurringTerms } from './recurring-terms.ts';
import { findInstalmentsOf } from './store/instalments.ts';
import { findPaymentsOf } from './store/payments.ts';

/** The caller's own recurring payout: what was paid, and what comes next. Refuses (404) all others. */
export async function viewRecurringPayout(ctx: Context, { id: wanted }: { readonly id: string }) {
  // As of one moment: what is counted is what is listed.
  const { payout, instalments, payments } = await readAtOnce(ctx, async (ctx) => {
    const payout = await openPayout(ctx, wanted);
    const instalments = await findInstalmentsOf(ctx, payout);
    return { payout, instalments, payments: await findPaymentsOf(ctx, payout.id) };
  });
  const currency = currencyById(payout.currencyId);
  invariant(currency !== undefined, 'recurring payouts are in listed currencies');
  const paidElsewhere = instalments.flatMap((one) => paidElsewhereOf(payout, one));
  const lastTimes = [
    ...payments.map(({ receivedAt }) => isoTime(receivedAt)),
    ...paidElsewhere.map(({ timestamp }) => timestamp),
  ];
  return {
    id: payout.id,
    status: payout.status,
    processedPayments: countPaid(instalments),
    totalPayments: payout.totalPayments,
    lastPaymentDate: lastTimes.toSorted().at(-1) ?? null,
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
    paidElsewhere,
    failureCount: payout.failureCount,
    failureReason: payout.failureReason,
    retryAfter: payout.retryAt && isoTime(payout.retryAt),
    shortage: payout.shortage,
    isAllowanceLowered: payout.revokedAt !== null,
    ...recurringTerms(ctx, payout),
  };
}

/** An instalment that somebody else took with another reference, which paid the payee: the ledger has no payment of it. */
function paidElsewhereOf({ network }: RecurringPayout, instalment: Instalment) {
  const { index, requestId, transactionHash, takenAt } = instalment;
  if (statusNow(instalment) !== 'paid_elsewhere' || transactionHash === null) return [];
  const timestamp = isoTime(takenAt ?? instalment.dueAt);
  return [{ index, requestId, timestamp, txHash: writtenHash(network, transactionHash) }];
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
