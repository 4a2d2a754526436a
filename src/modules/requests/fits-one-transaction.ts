import { countBatches, type PaymentOrder } from '#modules/calldata/index.ts';
import type { FeeDraft } from '#modules/fees/index.ts';
import type { RequestTerms } from './request-terms.ts';

/** Every reference has eight bytes, so any one is as long as the one that will be drawn. */
const ANY_REFERENCE = '0x0000000000000000';

/** A request still to be drawn up, with the fees that are paid behind it. */
interface Priced {
  readonly terms: RequestTerms;
  readonly components: readonly FeeDraft[];
}

/**
 * Whether one transaction can pay all of these requests of one network with their fees, within what
 * networks let a transaction take. Asks no chain.
 */
export function fitsOneTransaction(priced: readonly Priced[]): boolean {
  return priced.length < 2 || countBatches(priced.map(orderOfTerms)) === 1;
}

function orderOfTerms({ terms, components }: Priced): PaymentOrder {
  return {
    chain: terms.chain,
    kind: terms.kind,
    currency: terms.currency,
    payeeAddress: terms.payeeAddress,
    paymentReference: ANY_REFERENCE,
    due: { amountUnits: terms.expectedUnits, feeUnits: terms.fee?.units ?? 0n },
    conversion: terms.conversion,
    platformFee: terms.fee,
    feeLegs: components.map(({ units, receiverAddress }) => ({
      amountUnits: units,
      paymentReference: ANY_REFERENCE,
      receiverAddress,
    })),
  };
}
