import type { Context } from '#context.ts';
import type { PaymentOrder } from '#modules/calldata/index.ts';
import type { FeeDraft } from '#modules/fees/index.ts';
import { draftFees } from './draft-fees.ts';
import { draftRequest } from './draft-request.ts';
import { feeLegsOf, protocolFeeOf } from './fees-of-order.ts';
import type { RequestTerms } from './request-terms.ts';
import type { AloneRequest } from './store/alone.ts';

/** A request that stands alone, still to be drawn up. */
export interface Placement {
  readonly terms: RequestTerms;
  /** The fees that are paid beside it. */
  readonly components?: readonly FeeDraft[];
  /** What is known of the customer, as a JSON text. */
  readonly customerInfo?: string | undefined;
}

/** A request that was drawn up and is not written yet. */
export interface DrawnRequest extends AloneRequest {
  /** What pays all of it, and then its fees. */
  readonly order: PaymentOrder;
}

/** Draws a request up with its fees and with what pays it; reads and writes nothing. */
export function drawUp(ctx: Context, placement: Placement): DrawnRequest {
  const { terms, components = [], customerInfo } = placement;
  const { chain, kind, currency, payeeAddress, expectedUnits, fee, conversion } = terms;
  const request = draftRequest(ctx, terms);
  const fees = draftFees(ctx, { terms, request }, components);
  const due = fees.map(({ draft, request }) => ({
    ...draft,
    paymentReference: request.payment_reference,
  }));
  const order: PaymentOrder = {
    chain,
    kind,
    currency,
    payeeAddress,
    paymentReference: request.payment_reference,
    due: { amountUnits: expectedUnits, feeUnits: fee?.units ?? 0n },
    platformFee: fee && { percentage: fee.percentage, address: fee.address },
    conversion,
    protocolFee: protocolFeeOf(due),
    feeLegs: feeLegsOf(due),
  };
  return { request, fees, customerInfo, order };
}
