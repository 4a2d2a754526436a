import { refuseField } from '#kit/failure.ts';
import type { PaymentOrder } from '#modules/calldata/index.ts';

/** Refuses (400) fees for several receivers: the contract pays all fees of a batch to one. */
export function checkFeeReceivers(orders: readonly PaymentOrder[], field: string): void {
  const receivers = orders.map(({ due, platformFee }) =>
    due.feeUnits > 0n ? platformFee?.address : undefined,
  );
  const first = receivers.find((receiver) => receiver !== undefined);
  const other = receivers.findIndex((receiver) => receiver !== undefined && receiver !== first);
  if (other === -1) return;
  const at = `${field}[${other}]`;
  const message = `${at} pays its fee to ${receivers[other]}, and others to ${first}: a batch pays all fees to one address`;
  throw refuseField(at, message, 'several_fee_addresses');
}

/**
 * Refuses (400) more than one transaction can take, and names how many of them fit. `count` returns how
 * many transactions orders take.
 */
export function checkOneTransaction(
  orders: readonly PaymentOrder[],
  { field, count }: { readonly field: string; readonly count: (some: typeof orders) => number },
): void {
  const fits = (length: number) => count(orders.slice(0, length)) === 1;
  if (fits(orders.length)) return;
  let [most, tooMany] = [1, orders.length];
  while (tooMany - most > 1) {
    const middle = Math.floor((most + tooMany) / 2);
    if (fits(middle)) most = middle;
    else tooMany = middle;
  }
  const message = `${field}: one transaction can pay the first ${most} of these ${orders.length}; send no more at once`;
  throw refuseField(field, message, 'batch_too_large');
}
