import { type FieldIssue, Refusal, refuseField } from '#kit/failure.ts';
import type { PaymentOrder } from '#modules/calldata/index.ts';
import type { ShownRequest } from '#modules/requests/index.ts';

/**
 * Refuses (400) ids that cannot be paid, naming each and what is wrong with it: named twice, none of
 * the caller's, paid, being paid, or asked for by a link that is over or keeps something to itself.
 */
export function checkPayable(
  named: readonly (readonly [requestId: string, request: ShownRequest | undefined])[],
  now: Date,
): void {
  const seen = new Set<string>();
  const errors = named.flatMap(([requestId, request], i): FieldIssue[] => {
    const isRepeated = seen.has(requestId);
    seen.add(requestId);
    const problem = isRepeated ? 'is named twice' : problemOf(request, now);
    if (problem === undefined) return [];
    const field = `requestIds[${i}]`;
    return [{ field, message: `${field}: ${requestId} ${problem}` }];
  });
  if (errors.length === 0) return;
  const message = errors.map((error) => error.message).join('; ');
  throw new Refusal('not_payable', 400, { message, errors });
}

function problemOf(request: ShownRequest | undefined, now: Date): string | undefined {
  if (request === undefined) return 'is no request of this account';
  if (request.status === 'paid') return 'was paid already';
  if (request.seenTransactionHash !== null) return 'is being paid';
  const { link } = request;
  if (link === undefined) return undefined;
  if (link.status !== 'pending' || link.expiresAt <= now) {
    return 'belongs to a secure payment that can no longer be paid';
  }
  return link.guards || link.hidesPayee
    ? 'restricts its payers: it is paid through its secure payment only'
    : undefined;
}

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
 * Refuses (400) more than one transaction can take, and says how many of them fit. `count` tells how
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
