/** The paid amount of a request, compared with its expected amount. */
export interface PaymentTotals {
  readonly paidUnits: bigint;
  readonly expectedUnits: bigint;
  /** Still to pay; zero once the whole amount arrived. */
  readonly missingUnits: bigint;
  /** Paid on top; zero until then. */
  readonly excessUnits: bigint;
  readonly amounts: 'none' | 'partial' | 'full';
}

/** Sets the sum of the payments that stand against what is expected, to the unit. */
export function totalsOf(expectedUnits: bigint, paidUnits: bigint): PaymentTotals {
  const differenceUnits = paidUnits - expectedUnits;
  return {
    paidUnits,
    expectedUnits,
    missingUnits: differenceUnits < 0n ? -differenceUnits : 0n,
    excessUnits: differenceUnits > 0n ? differenceUnits : 0n,
    amounts: paidUnits === 0n ? 'none' : differenceUnits < 0n ? 'partial' : 'full',
  };
}

/**
 * Whether money came after the deadline. The time of the block counts, not that of our scan: a
 * payer who was in time is not made late by confirmations or by an outage of ours.
 */
export function isLate(receivedAt: Date, deadline: Date): boolean {
  return receivedAt > deadline;
}

/**
 * The fee that counts: only what went to the fee address of the request. Money sent to another
 * address is no fee, and does not reduce what the payee received.
 */
export function countedFeeUnits(
  terms: { readonly feeAddress: string | null },
  seen: { readonly feeUnits: bigint; readonly feeAddress: string },
): bigint {
  return terms.feeAddress === seen.feeAddress ? seen.feeUnits : 0n;
}
