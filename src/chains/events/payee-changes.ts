import type { ObservedTransfer } from '../chain.ts';
import type { EventLog } from './event-log.ts';
import { readTokenMovement } from './movements.ts';

/** A payment without the change of the payee's balance. */
export type UnmeasuredTransfer = Omit<ObservedTransfer, 'payeeNetUnits' | 'payeeCreditedUnits'>;

/**
 * Adds to each payment of a receipt what the whole transaction changed for its payee. Of a token all of its
 * Transfer logs count. Coins emit no log: a payee that paid them
 * gained nothing that the chain shows, and any other gained the proxy's amount.
 */
export function measurePayees(
  payments: readonly UnmeasuredTransfer[],
  logs: readonly EventLog[],
): ObservedTransfer[] {
  if (payments.length === 0) return [];
  const credited = creditsOf(payments);
  const changed = changesIn(logs);
  return payments.map((payment) => {
    const payeeNet = payeeNetOf(payment.tokenAddress, payment.payeeAddress);
    const payeeCreditedUnits = credited.get(payeeNet) ?? 0n;
    if (payment.tokenAddress !== undefined) {
      return { ...payment, payeeNetUnits: changed.get(payeeNet) ?? 0n, payeeCreditedUnits };
    }
    const isPayer = payment.payeeAddress === payment.payerAddress;
    return { ...payment, payeeNetUnits: isPayer ? 0n : payeeCreditedUnits, payeeCreditedUnits };
  });
}

/** What the payments of a receipt credit to each holder, of each token and of coins. */
function creditsOf(payments: readonly UnmeasuredTransfer[]): ReadonlyMap<string, bigint> {
  const credited = new Map<string, bigint>();
  for (const payment of payments) {
    const { tokenAddress } = payment;
    add(credited, payeeNetOf(tokenAddress, payment.payeeAddress), payment.tokenUnits);
    add(credited, payeeNetOf(tokenAddress, payment.feeAddress), payment.tokenFeeUnits);
  }
  return credited;
}

/** By how much the Transfer logs of a receipt change each holding. */
function changesIn(logs: readonly EventLog[]): ReadonlyMap<string, bigint> {
  const changed = new Map<string, bigint>();
  for (const log of logs) {
    const movement = readTokenMovement(log);
    if (movement === undefined) continue;
    add(changed, payeeNetOf(log.address, movement.from), -movement.units);
    add(changed, payeeNetOf(log.address, movement.to), movement.units);
  }
  return changed;
}

/** The key for one address and one token, or coins. */
function payeeNetOf(tokenAddress: string | undefined, holder: string): string {
  return `${tokenAddress?.toLowerCase() ?? 'coins'} ${holder.toLowerCase()}`;
}

function add(sums: Map<string, bigint>, name: string, units: bigint): void {
  sums.set(name, (sums.get(name) ?? 0n) + units);
}
