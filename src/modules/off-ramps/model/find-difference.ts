import { type Currency, currencyById } from '#catalog/currencies.ts';
import type { OffRampOrder } from '#providers/off-ramp-provider.ts';
import type { OffRampOrderOfRequest } from './off-ramp-order.ts';

/** A decimal as the provider writes it, such as `75.0`. */
const DECIMAL = /^(\d+)(?:\.(\d+))?$/;

/**
 * In what an order of the provider is not what was ordered; undefined where it is the same. Anything that differs means that
 * the money would go elsewhere, or another sum of it.
 */
export function findDifference(
  ours: OffRampOrderOfRequest,
  theirs: OffRampOrder,
): string | undefined {
  const currency = currencyById(ours.currencyId);
  const isAmount = (text: string) => unitsOf(text, currency) === ours.amountUnits;
  const { deposit } = theirs;
  const same: Readonly<Record<string, boolean>> = {
    reference: theirs.reference === ours.id,
    order: ours.providerOrderId === null || theirs.id === ours.providerOrderId,
    customer: theirs.isOwnCustomer,
    'bank account': theirs.accountId === ours.providerAccountId,
    'payout currency': theirs.payoutCurrency === ours.payoutCurrency,
    network: theirs.network === ours.network && deposit.network === ours.network,
    token: theirs.symbol === currency?.symbol && deposit.symbol === currency.symbol,
    amount: isAmount(theirs.amount) && isAmount(deposit.amount),
    'deposit address':
      ours.depositAddress === null ||
      theirs.depositAddress.toLowerCase() === ours.depositAddress.toLowerCase(),
  };
  return Object.keys(same).find((name) => same[name] === false);
}

/** A decimal in units; undefined for one that is none, or that is finer than the token. */
function unitsOf(text: string, currency: Currency | undefined): bigint | undefined {
  const [, whole, fraction = ''] = DECIMAL.exec(text) ?? [];
  if (whole === undefined || currency === undefined) return undefined;
  const digits = fraction.replace(/0+$/, '');
  if (digits.length > currency.decimals) return undefined;
  return BigInt(whole + digits.padEnd(currency.decimals, '0'));
}
