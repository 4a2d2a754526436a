import type { Difference, DifferenceKind } from './stored-payments.ts';

/** What should be, and what is. */
export type Sides = readonly [expected: string, found: string];

/** Where a difference is, as far as that can be found. */
export type DifferenceOrigin = Pick<Difference, 'requestId' | 'transactionHash' | 'blockNumber'>;

/** A difference that is of no link in particular. */
export function differenceOf(
  kind: DifferenceKind,
  of: DifferenceOrigin,
  [expected, found]: Sides,
): Difference {
  return { kind, ...of, securePaymentToken: null, expected, found };
}
