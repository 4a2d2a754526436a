import { currencyById } from '#catalog/currencies.ts';
import { writtenHash } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { printAmount } from '#kit/amount.ts';
import {
  countPaid,
  type Instalment,
  openIndex,
  type RecurringPayout,
  statusNow,
} from './model/recurring-payout.ts';
import { dueAt } from './model/schedule.ts';
import { findInstalments } from './store/instalments.ts';
import { findPayoutById, findPayoutsOfAll, type PayoutsQuery } from './store/payouts.ts';

/** Up to `limit` recurring payouts of all accounts or one, those that were made last first, as operators see them. */
export async function listRecurringPayouts(ctx: Context, query: PayoutsQuery) {
  const payouts = await findPayoutsOfAll(ctx, query);
  const instalments = await findInstalments(
    ctx,
    payouts.map(({ id }) => id),
  );
  return payouts.map((payout) => shown(payout, instalments.get(payout.id) ?? []));
}

/** The recurring payout with this id, of any account, with its instalments; undefined where there is none. */
export async function describeRecurringPayout(ctx: Context, id: string) {
  const payout = await findPayoutById(ctx, id);
  if (payout === undefined) return undefined;
  const instalments = (await findInstalments(ctx, [id])).get(id) ?? [];
  const { network } = payout;
  return {
    ...shown(payout, instalments),
    payee: payout.payeeAddress,
    fee: printed(payout, payout.feeUnits),
    relayerFee: printed(payout, payout.relayerFeeUnits),
    frequency: payout.frequency,
    firstDueAt: payout.firstDueAt,
    contract: payout.spenderAddress,
    reference: payout.reference,
    failureReason: payout.failureReason,
    retryAt: payout.retryAt,
    createdAt: payout.createdAt,
    activatedAt: payout.activatedAt,
    endedAt: payout.endedAt,
    expiresAt: payout.expiresAt,
    allowanceLoweredAt: payout.revokedAt,
    checkedNextAt: payout.nextCheckAt,
    instalments: instalments.map((one) => ({
      index: one.index,
      status: statusNow(one),
      dueAt: one.dueAt,
      sentAt: one.sentAt,
      requestId: one.requestId,
      /** Of a transaction that was not ours, or moved nothing. */
      takenBy: one.transactionHash && writtenHash(network, one.transactionHash),
    })),
  };
}

/** Neither the token of its page nor what its payer signed: both are rights to act. */
function shown(payout: RecurringPayout, instalments: readonly Instalment[]) {
  const hasEnded = payout.status === 'completed' || payout.status === 'cancelled';
  const index = hasEnded ? undefined : openIndex(payout, instalments);
  return {
    id: payout.id,
    accountId: payout.accountId,
    status: payout.status,
    network: payout.network,
    currency: payout.currencyId,
    amount: printed(payout, payout.amountUnits),
    payer: payout.payerAddress,
    paid: countPaid(instalments),
    totalPayments: payout.totalPayments,
    nextDueAt: index === undefined ? null : dueAt(payout, index),
    failures: payout.failureCount,
    shortage: payout.shortage,
  };
}

function printed({ currencyId }: RecurringPayout, units: bigint): string {
  return printAmount(units, currencyById(currencyId)?.decimals ?? 0);
}
