import { currencyById } from '#catalog/currencies.ts';
import { printAmount } from '#kit/amount.ts';
import { isoTime } from '#kit/clock.ts';
import { invariant } from '#kit/failure.ts';
import type { SavedPayout } from './model/saved-payout.ts';

/** A saved payout as it is answered: by the names that making a payout has. */
export function showSavedPayout({ currencyId, amountUnits, createdAt, ...payout }: SavedPayout) {
  const currency = currencyById(currencyId);
  invariant(currency !== undefined, 'only what is in a listed currency is saved');
  return {
    ...payout,
    currency: currencyId,
    amount: printAmount(amountUnits, currency.decimals),
    createdAt: isoTime(createdAt),
  };
}
