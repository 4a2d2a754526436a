import { currencyById, currencyByToken } from '#catalog/currencies.ts';
import { isNetworkId, networkByChainId } from '#catalog/networks.ts';
import type { PaymentKind } from '#catalog/payment-kind.ts';
import { type InvoiceCurrency, invoiceCurrencyOf } from '#catalog/request-units.ts';
import { printAmount, printRate } from '#kit/amount.ts';
import { isoTime } from '#kit/clock.ts';
import { invariant } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import { destinationIdOf } from '#modules/destinations/index.ts';
import { type CreatedBy, CustomerInfo, type Flow } from '#modules/events/index.ts';
import { type PaymentMilestones, wireMilestone, wireMilestones } from '#modules/ledger/index.ts';
import { wireFeeType } from './wire-fee-type.ts';

/** What one payment of a request brought of a fee that is a request of its own. */
export interface FeeOfPayment {
  /** As the fee plan names it, such as `protocol_fee`. */
  readonly feeType: string;
  readonly receiverAddress: string;
  /** In the unit of the request's invoice currency; above zero. */
  readonly units: bigint;
  /** In units of what moved. */
  readonly tokenUnits: bigint;
  /** What moved, where it was paid on another network than the payment; else null. */
  readonly sourceCurrencyId: string | null;
}

/** An active payment, with the fields of its request that are shown with it. */
export interface ShownPayment {
  readonly id: string;
  readonly amountUnits: bigint;
  /** What all payments of the request that stood before it had brought. */
  readonly paidBeforeUnits: bigint;
  /** In units of what moved. */
  readonly tokenUnits: bigint;
  /** The fee that its transaction was seen to pay, for any receiver, in units of what moved. */
  readonly seenFeeUnits: bigint;
  readonly seenFeeTokenUnits: bigint;
  readonly seenFeeAddress: string;
  /** Which fee that is; null for the platform's. */
  readonly feeType: string | null;
  /** The fees that were paid beside it, each a request of its own. */
  readonly ownFees: readonly FeeOfPayment[];
  /** Null for a payment of a bridge whose deposit was not found. */
  readonly payerAddress: string | null;
  /** The key whose tokens the payer, an account, paid with; null where the chain does not show one. */
  readonly payerEoaAddress: string | null;
  /** The chain of the deposit that paid it, where a bridge made it. */
  readonly originChainId: number | null;
  /** As its network writes hashes. */
  readonly transactionHash: string;
  /** Of the block of its transfer, in the same form. */
  readonly blockHash: string;
  /** Position of the proxy's event in that block. */
  readonly logIndex: number;
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
  /** In the form in which its chain shows addresses. */
  readonly payeeAddress: string;
  /** Whether its link hides the payee from callers that prove nothing. */
  readonly hidesPayee: boolean;
  readonly flow: Flow;
  /** Null where an earlier release created the request. */
  readonly createdBy: CreatedBy | null;
  /** The recurring payout that made it; null for others. */
  readonly recurringPayoutId: string | null;
  /** The row of the client ID that made its link, or the request itself; null without one. */
  readonly clientIdId: string | null;
  /** How far it got on its chain. */
  readonly milestones: PaymentMilestones;
  /** What the payer sent on another network, where that is known; null also of other payments. */
  readonly source: {
    readonly network: string;
    /** As its network writes hashes. */
    readonly transactionHash: string;
    readonly units: bigint;
    readonly tokenAddress: string;
  } | null;
}

/** A payment that was seen and does not count yet. */
export interface SeenPayment {
  /** As its network writes hashes. */
  readonly transactionHash: string;
  /** In the unit of the request's invoice currency. */
  readonly amountUnits: bigint;
  /** Null for a payment of a bridge whose deposit was not found. */
  readonly payerAddress: string | null;
  readonly seen: PaymentMilestones['seen'];
}

/** What reading a payment shows beside what is public. */
export interface Visibility {
  /** Whether what is known of customers may be shown, and whom a link pays that hides its payee. */
  readonly customers: boolean;
}

/** Who took the fee in the fee slot along, by the processor's name of the specification. */
export const FEE_PROVIDER = 'service-network';

/** A payment as the wire shows it: human decimals, of currencies by their ids. */
export function wirePayment(payment: ShownPayment, { customers }: Visibility) {
  const invoiceCurrency = invoiceCurrencyOf(payment);
  const { network, transactionHash, currencyId } = payment;
  const isConverted = payment.kind === 'conversion';
  const received = printAmount(payment.tokenUnits, invoiceCurrency.tokenDecimals);
  const left = payment.tokenUnits + payment.seenFeeTokenUnits + ownFeesIn(payment, null);
  const excess = excessOf(payment);
  return {
    id: payment.id,
    amount: printAmount(payment.amountUnits, invoiceCurrency.decimals),
    destinationNetwork: network,
    destinationTxHash: transactionHash,
    timestamp: isoTime(payment.receivedAt),
    ...conversionOf(payment),
    ...originOf(payment),
    ...paidOf(payment, printAmount(left, invoiceCurrency.tokenDecimals)),
    receivedAmount: received,
    receivedCurrency: currencyId,
    receivedNetwork: network,
    excessAmount: excess === 0n ? null : printAmount(excess, invoiceCurrency.decimals),
    excessCurrency: excess === 0n ? null : invoiceCurrency.currencyId,
    currency: invoiceCurrency.currencyId,
    paymentCurrency: currencyId,
    fees: feesOf(payment),
    recurringPaymentId: payment.recurringPayoutId,
    rateProvider: isConverted ? ('chainlink' as const) : null,
    note: null,
    payerAddress: payment.payerAddress,
    payerEoaAddress: payment.payerEoaAddress,
    ...payeeOf(payment, customers || !payment.hidesPayee),
    flow: payment.flow,
    createdBy: payment.createdBy,
    ...wireMilestones(payment.milestones),
    request: {
      requestId: payment.requestId,
      paymentReference: payment.paymentReference,
      hasBeenPaid: payment.isPaid,
      customerInfo: customers ? customerOf(payment.customerInfo) : null,
      reference: payment.reference,
    },
  };
}

/** What was paid beside a payment in a currency of another network; with null in that of the payment. */
function ownFeesIn({ ownFees }: ShownPayment, sourceCurrencyId: string | null): bigint {
  const same = ownFees.filter((fee) => fee.sourceCurrencyId === sourceCurrencyId);
  return same.reduce((sum, { tokenUnits }) => sum + tokenUnits, 0n);
}

/** Where a payment came from, as the public API says it. */
function originOf(payment: ShownPayment) {
  const { source, originChainId, network } = payment;
  if (source !== null || originChainId !== null) {
    return {
      type: 'crosschain' as const,
      detectionSource: 'lifi' as const,
      sourceNetwork: source?.network ?? originNetworkOf(payment) ?? 'unknown',
      sourceTxHash: source?.transactionHash ?? null,
    };
  }
  return {
    type: ownTypeOf(payment),
    detectionSource: 'request-network' as const,
    sourceNetwork: network,
    sourceTxHash: payment.transactionHash,
  };
}

/** The kind of a payment on its own network. */
function ownTypeOf({ recurringPayoutId, kind }: ShownPayment) {
  if (recurringPayoutId !== null) return 'recurring' as const;
  return kind === 'conversion' ? ('conversion' as const) : ('direct' as const);
}

/** The network of the deposit that paid, by the word of who filled it; null for one that is not listed. */
function originNetworkOf({ originChainId }: ShownPayment) {
  return originChainId === null ? null : (networkByChainId(originChainId)?.id ?? null);
}

/** What left the payer: on the payment's own network, or on the one that it came from where that was read. */
function paidOf(payment: ShownPayment, ownAmount: string) {
  const { source, originChainId, currencyId, network } = payment;
  if (source === null) {
    return originChainId === null
      ? { paidAmount: ownAmount, paidCurrency: currencyId, paidNetwork: network }
      : { paidAmount: null, paidCurrency: null, paidNetwork: originNetworkOf(payment) };
  }
  const { units, tokenAddress } = source;
  const currency = isNetworkId(source.network)
    ? currencyByToken(source.network, tokenAddress)
    : undefined;
  return {
    // Of a token that is not listed nobody here knows the decimals.
    paidAmount:
      currency === undefined
        ? null
        : printAmount(units + ownFeesIn(payment, currency.id), currency.decimals),
    paidCurrency: currency?.id ?? tokenAddress,
    paidNetwork: source.network,
  };
}

/** A payment that does not count yet as the wire shows it. */
export function wireSeenPayment(
  { seen, ...payment }: SeenPayment,
  invoiceCurrency: InvoiceCurrency,
) {
  return {
    txHash: payment.transactionHash,
    amount: printAmount(payment.amountUnits, invoiceCurrency.decimals),
    currency: invoiceCurrency.currencyId,
    payerAddress: payment.payerAddress,
    seen: wireMilestone(seen),
  };
}

function payeeOf({ currencyId, payeeAddress }: ShownPayment, isShown: boolean) {
  const currency = currencyById(currencyId);
  invariant(currency !== undefined, 'a payment is in our catalog');
  return isShown
    ? { payee: payeeAddress, destinationId: destinationIdOf(currency, payeeAddress) }
    : { payee: null, destinationId: null };
}

/** What is known of a customer, as it was stored. */
export function customerOf(text: string | null): CustomerInfo | null {
  return text === null ? null : CustomerInfo.parse(JSON.parse(text));
}

/** How much of a payment exceeds the requested amount: what it added to the excess so far. */
function excessOf({ amountUnits, paidBeforeUnits, expectedUnits }: ShownPayment): bigint {
  const over = (units: bigint) => (units > expectedUnits ? units - expectedUnits : 0n);
  return over(paidBeforeUnits + amountUnits) - over(paidBeforeUnits);
}

function conversionOf(payment: ShownPayment) {
  const invoiceCurrency = invoiceCurrencyOf(payment);
  const { amountUnits: units, tokenUnits } = payment;
  const isConverted = payment.kind === 'conversion' && tokenUnits > 0n;
  const moved = { units: tokenUnits, decimals: invoiceCurrency.tokenDecimals };
  return {
    conversionRateSource: isConverted
      ? printRate({ units, decimals: invoiceCurrency.decimals }, moved)
      : null,
    conversionRateDestination: isConverted ? '1' : null,
    convertedAmountSource: isConverted
      ? printAmount(tokenUnits, invoiceCurrency.tokenDecimals)
      : null,
    convertedAmountDestination: isConverted ? printAmount(units, invoiceCurrency.decimals) : null,
  };
}

function feesOf(payment: ShownPayment) {
  const { seenFeeUnits: units, seenFeeAddress: receiverAddress } = payment;
  const feeType = payment.feeType ?? 'platform_fee';
  const slot = { feeType, units, receiverAddress, sourceCurrencyId: null };
  return [{ ...slot, tokenUnits: payment.seenFeeTokenUnits }, ...payment.ownFees]
    .filter((fee) => fee.units > 0n)
    .map((fee) => ({
      type: wireFeeType(fee.feeType),
      stage: 'sending' as const,
      provider: FEE_PROVIDER,
      ...amountOf(payment, fee),
      receiverAddress: fee.receiverAddress,
      feeType: fee.feeType,
    }));
}

/** How much a fee is: in the unit of the invoice, or in the token of the other network where it was paid. */
function amountOf(payment: ShownPayment, fee: FeeOfPayment) {
  if (fee.sourceCurrencyId === null) {
    const { decimals, currencyId: currency } = invoiceCurrencyOf(payment);
    return { amount: printAmount(fee.units, decimals), currency, network: payment.network };
  }
  const source = currencyById(fee.sourceCurrencyId);
  invariant(source !== undefined, 'a fee is in our catalog');
  const amount = printAmount(fee.tokenUnits, source.decimals);
  return { amount, currency: source.id, network: source.network };
}
