import type { Difference, DifferenceKind } from './books.ts';

/** What should be, and what is. */
export type Sides = readonly [expected: string, found: string];

/** Where a difference is, as far as that can be told. */
export type Place = Pick<Difference, 'requestId' | 'transactionHash' | 'blockNumber'>;

/** A difference that is of no link in particular. */
export function tell(kind: DifferenceKind, of: Place, [expected, found]: Sides): Difference {
  return { kind, ...of, securePaymentToken: null, expected, found };
}
