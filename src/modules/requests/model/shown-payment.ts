import type { PaymentKind } from '#catalog/payment-kind.ts';
import { printAmount, printRate } from '#kit/amount.ts';
import { isoTime } from '#kit/clock.ts';
import type { Hex } from '#kit/hex.ts';
import { type Mark, type PaymentMarks, wireMark, wireMarks } from './payment-marks.ts';
import { CustomerInfo } from './request-body.ts';
import { type Books, booksOf } from './shown-request.ts';

/** A payment that stands, with as much of its request as is told with it. */
export interface ShownPayment {
  readonly id: string;
  readonly amountUnits: bigint;
  /** What all payments of the request that stood before it had brought. */
  readonly paidBeforeUnits: bigint;
  /** In units of what moved. */
  readonly tokenUnits: bigint;
  /** The fee that its transaction was seen to pay, whoever received it, in units of what moved. */
  readonly seenFeeUnits: bigint;
  readonly seenFeeTokenUnits: bigint;
  readonly seenFeeAddress: string;
  readonly payerAddress: string;
  readonly transactionHash: Hex;
  readonly receivedAt: Date;
  readonly network: string;
  readonly kind: PaymentKind;
  readonly currencyId: string;
  readonly invoiceCurrencyId: string | null;
  readonly expectedUnits: bigint;
  readonly requestId: string;
  readonly paymentReference: Hex;
  readonly isPaid: boolean;
  readonly reference: string | null;
  readonly customerInfo: string | null;
  /** How far it got on its chain. */
  readonly marks: PaymentMarks;
}

/** A payment that was seen and does not count yet. */
export interface SeenPayment {
  readonly transactionHash: Hex;
  /** In the unit of the request's books. */
  readonly amountUnits: bigint;
  readonly payerAddress: string;
  readonly seen: Mark;
}

/** What reading a payment shows beside what is public. */
export interface Visibility {
  /** Whether what is known of customers may be shown. */
  readonly customers: boolean;
}

/** Who took the fee in the fee slot along, by the processor's name of the specification. */
export const FEE_PROVIDER = 'service-network';

/** A payment as the wire shows it: human decimals, of currencies by their ids. */
export function wirePayment(payment: ShownPayment, { customers }: Visibility) {
  const books = booksOf(payment);
  const { network, transactionHash, currencyId } = payment;
  const isConverted = payment.kind === 'conversion';
  const received = printAmount(payment.tokenUnits, books.tokenDecimals);
  const left = payment.tokenUnits + payment.seenFeeTokenUnits;
  const excess = excessOf(payment);
  return {
    id: payment.id,
    amount: printAmount(payment.amountUnits, books.decimals),
    sourceNetwork: network,
    destinationNetwork: network,
    sourceTxHash: transactionHash,
    destinationTxHash: transactionHash,
    timestamp: isoTime(payment.receivedAt),
    type: isConverted ? ('conversion' as const) : ('direct' as const),
    ...conversionOf(payment),
    paidAmount: printAmount(left, books.tokenDecimals),
    paidCurrency: currencyId,
    paidNetwork: network,
    receivedAmount: received,
    receivedCurrency: currencyId,
    receivedNetwork: network,
    excessAmount: excess === 0n ? null : printAmount(excess, books.decimals),
    excessCurrency: excess === 0n ? null : books.currencyId,
    currency: books.currencyId,
    paymentCurrency: currencyId,
    fees: feesOf(payment),
    recurringPaymentId: null,
    rateProvider: isConverted ? ('chainlink' as const) : null,
    // As the public API calls it.
    detectionSource: 'request-network' as const,
    note: null,
    payerAddress: payment.payerAddress,
    payerEoaAddress: null,
    ...wireMarks(payment.marks),
    request: {
      requestId: payment.requestId,
      paymentReference: payment.paymentReference,
      hasBeenPaid: payment.isPaid,
      customerInfo: customers ? customerOf(payment.customerInfo) : null,
      reference: payment.reference,
    },
  };
}

/** A payment that does not count yet as the wire shows it. */
export function wireSeenPayment({ seen, ...payment }: SeenPayment, books: Books) {
  return {
    txHash: payment.transactionHash,
    amount: printAmount(payment.amountUnits, books.decimals),
    currency: books.currencyId,
    payerAddress: payment.payerAddress,
    seen: wireMark(seen),
  };
}

/** What is known of a customer, as it was stored. */
export function customerOf(text: string | null): CustomerInfo | null {
  return text === null ? null : CustomerInfo.parse(JSON.parse(text));
}

/** How much of a payment came on top of what was asked: what it added to the excess so far. */
function excessOf({ amountUnits, paidBeforeUnits, expectedUnits }: ShownPayment): bigint {
  const over = (units: bigint) => (units > expectedUnits ? units - expectedUnits : 0n);
  return over(paidBeforeUnits + amountUnits) - over(paidBeforeUnits);
}

function conversionOf(payment: ShownPayment) {
  const books = booksOf(payment);
  const { amountUnits: units, tokenUnits } = payment;
  const isConverted = payment.kind === 'conversion' && tokenUnits > 0n;
  const moved = { units: tokenUnits, decimals: books.tokenDecimals };
  return {
    conversionRateSource: isConverted
      ? printRate({ units, decimals: books.decimals }, moved)
      : null,
    conversionRateDestination: isConverted ? '1' : null,
    convertedAmountSource: isConverted ? printAmount(tokenUnits, books.tokenDecimals) : null,
    convertedAmountDestination: isConverted ? printAmount(units, books.decimals) : null,
  };
}

function feesOf(payment: ShownPayment) {
  if (payment.seenFeeUnits === 0n) return [];
  const { decimals, currencyId } = booksOf(payment);
  return [
    {
      type: 'platform' as const,
      stage: 'sending' as const,
      provider: FEE_PROVIDER,
      amount: printAmount(payment.seenFeeUnits, decimals),
      currency: currencyId,
      receiverAddress: payment.seenFeeAddress,
      network: payment.network,
    },
  ];
}
