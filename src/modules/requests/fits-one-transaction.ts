import { countBatches, type PaymentOrder } from '#modules/calldata/index.ts';
import type { RequestTerms } from './request-terms.ts';

/** Every reference has eight bytes, so any one is as long as the one that will be drawn. */
const ANY_REFERENCE = '0x0000000000000000';

/**
 * Whether one transaction can pay all of these requests of one network within what networks let a
 * transaction take. Asks no chain.
 */
export function fitsOneTransaction(terms: readonly RequestTerms[]): boolean {
  return terms.length < 2 || countBatches(terms.map(orderOfTerms)) === 1;
}

function orderOfTerms(terms: RequestTerms): PaymentOrder {
  return {
    chain: terms.chain,
    kind: terms.kind,
    currency: terms.currency,
    payeeAddress: terms.payeeAddress,
    paymentReference: ANY_REFERENCE,
    due: { amountUnits: terms.expectedUnits, feeUnits: terms.fee?.units ?? 0n },
    conversion: terms.conversion,
    platformFee: terms.fee,
  };
}
