import { needsAllowanceReset } from '#catalog/currencies.ts';
import { NETWORKS } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { printAmount } from '#kit/amount.ts';
import { isoTime } from '#kit/clock.ts';
import { findCommitted } from './find-committed.ts';
import {
  countPaid,
  countRemaining,
  type RecurringPayout,
  statusNow,
} from './model/recurring-payout.ts';
import { dueDates } from './model/schedule.ts';
import { stopMessageOf } from './model/stop-message.ts';
import { approvalsLacking, instalmentUnits, remainingUnits } from './model/totals.ts';
import { wireCall, wirePermit, wireRevived } from './model/wire.ts';
import { chainOf, openPage, type PayoutChain } from './open-payout.ts';
import { loweringCalls } from './stop-payout.ts';
import { findInstalmentsOf } from './store/instalments.ts';
import { nextDateOf } from './view-recurring-payout.ts';

/**
 * What the page of a recurring payout shows its payer: the schedule with each date, what it takes at most with every fee, the
 * permit to sign while it is pending, the approvals that it still needs, and how far it is. Refuses (404) unknown tokens. Throws `Outage`.
 */
export async function viewRecurringPayoutPage(ctx: Context, { token }: { readonly token: string }) {
  const payout = await openPage(ctx, token);
  const connected = chainOf(ctx, payout);
  const { currency } = connected;
  const instalments = await findInstalmentsOf(ctx, payout);
  const made = new Map(instalments.map((one) => [one.index, statusNow(one)]));
  const print = (units: bigint) => printAmount(units, currency.decimals);
  const { chainId, name: networkName } = NETWORKS[payout.network];
  const all = { ...payout, remainingPayments: payout.totalPayments };
  const remaining = { ...payout, remainingPayments: countRemaining(payout, instalments) };
  const leftUnits = remainingUnits([remaining]);
  return {
    id: payout.id,
    status: payout.status,
    network: payout.network,
    networkName,
    chainId,
    currency: currency.id,
    symbol: currency.symbol,
    decimals: currency.decimals,
    tokenAddress: currency.address,
    payer: payout.payerAddress,
    payee: payout.payeeAddress,
    reference: payout.reference,
    amount: print(payout.amountUnits),
    fee: print(payout.feeUnits),
    feeAddress: payout.feeAddress,
    relayerFee: print(payout.relayerFeeUnits),
    totalPerPayment: print(instalmentUnits(payout)),
    totalAtMost: print(remainingUnits([all])),
    remainingAtMost: print(leftUnits),
    frequency: payout.frequency,
    periodSeconds: payout.periodSeconds,
    totalPayments: payout.totalPayments,
    processedPayments: countPaid(instalments),
    nextPaymentDate: nextDateOf(payout, instalments),
    expiresAt: isoTime(payout.expiresAt),
    payments: dueDates(payout).map((dueAt, at) => ({
      index: at + 1,
      dueAt: isoTime(dueAt),
      status: made.get(at + 1) ?? ('waiting' as const),
    })),
    failureReason: payout.failureReason,
    isAllowanceLowered: payout.revokedAt !== null,
    recurringPaymentPermit: wirePermit(payout.permit),
    stopMessage: stopMessageOf(payout),
    ...(await allowanceOf(ctx, payout, { connected, leftUnits })),
  };
}

interface Left {
  readonly connected: PayoutChain;
  /** What the instalments take that are left. */
  readonly leftUnits: bigint;
}

/** What the payer still has to allow for it, or to lower once it was stopped. */
async function allowanceOf(
  ctx: Context,
  payout: RecurringPayout,
  { connected: { schedules, currency }, leftUnits }: Left,
) {
  const { spenderAddress, payerAddress, status } = payout;
  const [{ allowanceUnits, balanceUnits }, { units, revived }, loweringTransactions] =
    await Promise.all([
      schedules.readPayer(payerAddress, currency),
      findCommitted(ctx, { ...payout, spenderAddress, exceptId: payout.id, schedules }),
      status === 'cancelled' ? loweringCalls(ctx, payout) : [],
    ]);
  const isOver = status === 'completed' || status === 'cancelled';
  const neededUnits = isOver ? units : units + leftUnits;
  const resetsAllowance = needsAllowanceReset(currency);
  const approvals = isOver
    ? []
    : approvalsLacking(neededUnits, { allowanceUnits, resetsAllowance });
  const calls = approvals.map((units) => schedules.approvalCall(spenderAddress, currency, units));
  return {
    allowance: {
      spender: spenderAddress,
      neededUnits: String(neededUnits),
      currentUnits: String(allowanceUnits),
      otherPaymentsUnits: String(units),
      balanceUnits: String(balanceUnits),
      transactions: calls.map(wireCall),
      loweringTransactions: loweringTransactions.map(wireCall),
      revives: wireRevived(revived, payout.accountId),
    },
  };
}
