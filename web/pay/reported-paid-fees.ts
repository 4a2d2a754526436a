import { member, texts } from '../engine/members.ts';
import { unitsOf } from '../ui/amount.ts';
import { TRUSTED } from '../wallet/trusted.generated.ts';
import type { Asset } from '../wallet/trusted-network.ts';
import { recordsOf } from './finality.ts';
import { assetOf, INVOICE_DECIMALS } from './link.ts';
import type { Done } from './page-state.ts';
import type { PlannedFee } from './plan.ts';
import { mergeFees } from './read-fees.ts';

/**
 * The fees that were paid with a link: those of the API, and of those that this browser has signed
 * what the API has not counted yet. One line for each kind, currency, receiver and bearer.
 */
export function paidFeesOf({ paidFees, fees = [] }: Done): readonly PlannedFee[] {
  const answer = mergeFees(recordsOf(paidFees).flatMap(feeOf));
  const paid = new Map(answer.map((fee) => [keyOf(fee), fee]));
  for (const own of fees) {
    const counted = paid.get(keyOf(own));
    if (counted === undefined || counted.units < own.units) paid.set(keyOf(own), own);
  }
  return [...paid.values()];
}

function keyOf({ label, asset, address, bearer }: PlannedFee): string {
  return `${label} ${asset.symbol} ${address} ${bearer}`.toLowerCase();
}

const TEXTS = ['feeLabel', 'percentage', 'amount', 'currency', 'recipient'] as const;

function feeOf(fee: unknown): readonly PlannedFee[] {
  const { feeLabel: label, percentage, amount = '', currency = '', recipient } = texts(fee, TEXTS);
  const asset = currencyOf(currency);
  const units = asset && unitsOf(amount, asset.decimals);
  if (asset === undefined || units === undefined || recipient === undefined) return [];
  const bearer = member(fee, 'feeBearer') === 'payee' ? 'payee' : 'payer';
  return [{ asset, units, label, percentage, address: recipient, bearer }];
}

/** A currency of the page's own list, or that of an invoice. */
function currencyOf(currency: string): Asset | undefined {
  if (/^[A-Z]{3}$/.test(currency)) {
    return { symbol: currency, decimals: INVOICE_DECIMALS, address: undefined };
  }
  return Object.values(TRUSTED)
    .map((network) => assetOf(network, currency))
    .find((asset) => asset !== undefined);
}
