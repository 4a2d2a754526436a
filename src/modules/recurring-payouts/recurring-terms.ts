import { currencyById } from '#catalog/currencies.ts';
import type { Context } from '#context.ts';
import { printAmount } from '#kit/amount.ts';
import { isoTime } from '#kit/clock.ts';
import type { RecurringPayout } from './model/recurring-payout.ts';

/** What a recurring payout pays to whom and when, as its account reads it. */
export function recurringTerms({ settings }: Context, payout: RecurringPayout) {
  const decimals = currencyById(payout.currencyId)?.decimals ?? 0;
  return {
    payer: payout.payerAddress,
    payee: payout.payeeAddress,
    network: payout.network,
    currency: payout.currencyId,
    amount: printAmount(payout.amountUnits, decimals),
    fee: printAmount(payout.feeUnits + payout.relayerFeeUnits, decimals),
    frequency: payout.frequency,
    startDate: isoTime(payout.firstDueAt),
    reference: payout.reference,
    createdAt: isoTime(payout.createdAt),
    pageUrl: `${settings.payUrl}/recurring/?token=${payout.pageToken}`,
  };
}
