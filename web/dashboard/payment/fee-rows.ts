import { plainText } from '../../ui/plain-text.ts';
import type { OwnedSecurePayment, RequestDetails } from '../api/shapes.ts';
import { paymentMessages } from '../messages/en-payment.ts';
import { amountText } from '../ui/amount-text.ts';

const messages = paymentMessages.fees;

/** What is read of a request and its link for its fees. */
export interface FeesShown {
  readonly request: Pick<
    RequestDetails,
    'fees' | 'outstandingFees' | 'skippedFees' | 'isCryptoToFiatAvailable'
  >;
  readonly link: OwnedSecurePayment | undefined;
}

interface FeeRow {
  readonly key: string;
  readonly name: string;
  readonly text: string;
}

/**
 * The fees: as they were agreed, as they were paid, and what of them is missing. Undefined where the request says nothing
 * of them: those of a payout to a bank account are the provider's.
 */
export function feeRows({ request, link }: FeesShown): readonly FeeRow[] | undefined {
  const { fees, outstandingFees = [], skippedFees = [] } = request;
  const rows = [
    ...(link?.feePlan?.fees ?? []).map((fee, i) => ({
      key: `planned ${i}`,
      name: messages.planned,
      text: `${plainText(fee.label)}: ${amountText(fee.calculatedAmountUsd, 'USD')}, ${messages.by[fee.feeBearer]}`,
    })),
    ...(fees ?? []).map((fee, i) => ({
      key: `paid ${i}`,
      name: messages.paid,
      text: `${plainText(fee.provider)} (${fee.type}): ${amountText(fee.amount, fee.currency)}`,
    })),
    ...outstandingFees.map((fee, i) => ({
      key: `outstanding ${i}`,
      name: messages.outstanding,
      text: `${plainText(fee.label)}: ${amountText(fee.amount, fee.currency)}, ${messages.by[fee.bearer]}`,
    })),
    ...skippedFees.map((fee, i) => ({
      key: `skipped ${i}`,
      name: messages.skipped,
      text: `${fee.type}: ${amountText(fee.amount, fee.currency)}`,
    })),
  ];
  return rows.length === 0 && request.isCryptoToFiatAvailable ? undefined : rows;
}
