import { refuseField } from '#kit/failure.ts';

/** Refuses (400) a platform fee without a receiver, and a receiver without a fee. */
export function checkFeePair(fee: {
  readonly feePercentage?: string | undefined;
  readonly feeAddress?: string | undefined;
}): void {
  const { feePercentage, feeAddress } = fee;
  if (feePercentage !== undefined && feeAddress === undefined) {
    throw refuseField('feeAddress', 'feeAddress is required when feePercentage is set');
  }
  if (feeAddress !== undefined && feePercentage === undefined) {
    throw refuseField('feePercentage', 'feePercentage is required when feeAddress is set');
  }
}
