import { NO_FEE_ADDRESS } from '#catalog/contracts.ts';
import type { Currency } from '#catalog/currencies.ts';
import { invoiceDecimals } from '#catalog/request-units.ts';
import type { Chain, ChainPayment, PaymentKind, Rate, RateQuery, Spender } from '#chains/chain.ts';
import { printAmount } from '#kit/amount.ts';
import { invariant, Refusal } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import { isStale } from '#kit/rate-age.ts';
import type { NamedFee } from './model/pay-metadata.ts';
import { type Due, maxToSpend } from './model/pay-plan.ts';
import { rateTooOld } from './rate-too-old.ts';

/** A fee that is paid by itself, so that it can be distinguished on the chain. */
interface FeeLeg {
  /** In the same units as what is due. */
  readonly amountUnits: bigint;
  /** Eight bytes. */
  readonly paymentReference: Hex;
  readonly receiverAddress: string;
}

/** How an invoice in another currency becomes tokens. */
interface ConversionTerms {
  /** First the invoice currency's hash, last the token. */
  readonly path: readonly string[];
  /** Older rates are not used; 0 uses any. */
  readonly maxRateAgeSeconds: number;
  /** How much more than today's rate says the payer agrees to spend, of 10,000. */
  readonly slippageBps: number;
}

/** One payment that is due, as far as its chain needs to know it. */
export interface PaymentOrder {
  readonly chain: Chain;
  readonly kind: PaymentKind;
  /** What moves. */
  readonly currency: Currency;
  readonly payeeAddress: string;
  /** Eight bytes. */
  readonly paymentReference: Hex;
  /** In units of what moves; of a conversion in the invoice's, with eight decimals. */
  readonly due: Due;
  /** With every conversion, and only there. */
  readonly conversion?: ConversionTerms | undefined;
  /** Who receives the fee that is due; undefined where there is none. */
  readonly platformFee?: NamedFee | undefined;
  readonly protocolFee?: NamedFee | undefined;
  /** What of the fees is for sponsored transactions, in the same units as what is due; undefined for none. */
  readonly sponsorshipUnits?: bigint | undefined;
  readonly feeLegs?: readonly FeeLeg[] | undefined;
  /** Whether it pays nothing but fees, so that who is paid first receives a fee. */
  readonly isFees?: boolean | undefined;
  /** Its index in the request body, for refusals that name it. */
  readonly field?: string | undefined;
}

/** A payment of an order, and what it takes of the currency that moves. */
export interface OrderPayment {
  readonly payment: ChainPayment;
  /** At most, and what an allowance must cover. */
  readonly requiredUnits: bigint;
  /** At the rate of this moment; the same where nothing is converted. */
  readonly sourceUnits: bigint;
}

/** One payment of an order before it is known what it takes. */
interface Part {
  readonly payeeAddress: string;
  readonly paymentReference: Hex;
  readonly due: Due;
}

/** The payments of an order with placeholder rates; only their size is right. */
export function payableShapeOf(order: PaymentOrder): OrderPayment[] {
  const anyTime = new Date(0);
  const anyRate = { outUnits: 1n, oldestAt: anyTime, readAt: anyTime };
  return paymentsOf(
    order,
    partsOf(order).map(() => anyRate),
  );
}

/** What leaves the payer for an order at most; undefined without a rate. */
export function requiredUnitsOf(order: PaymentOrder, rates: OrderRates): bigint | undefined {
  const required = partsOf(order).map(({ due }, i) =>
    order.kind === 'conversion'
      ? rates[i] && maxToSpend(rates[i].outUnits, termsOf(order).slippageBps)
      : due.amountUnits + due.feeUnits,
  );
  return required.reduce(
    (sum, units) => (sum === undefined || units === undefined ? undefined : sum + units),
    0n,
  );
}

/** The contract that takes an order's tokens; undefined for the native coin. */
export function spenderOf(order: PaymentOrder): Spender | undefined {
  switch (order.kind) {
    case 'token':
      return 'fee_proxy';
    case 'conversion':
      return 'conversion_proxy';
    case 'native':
      return undefined;
  }
}

/** The rates of an order's payments, in their order; empty where nothing is converted. */
export type OrderRates = readonly (Rate | undefined)[];

/** Reads the rates of all payments of orders that share a chain, in one round trip if for any. */
export async function queryRates(
  chain: Chain,
  orders: readonly PaymentOrder[],
): Promise<readonly OrderRates[]> {
  const queries = orders.map(rateQueriesOf);
  const all = queries.flat();
  const rates = all.length === 0 ? [] : await chain.readRates(all);
  let taken = 0;
  return queries.map(({ length }) => {
    taken += length;
    return rates.slice(taken - length, taken);
  });
}

/** One question for each payment of a conversion. */
function rateQueriesOf(order: PaymentOrder): readonly RateQuery[] {
  if (order.kind !== 'conversion') return [];
  const { path } = termsOf(order);
  return partsOf(order).map(({ due }) => ({ path, invoiceUnits: due.amountUnits + due.feeUnits }));
}

/**
 * The payments of an order: the main one, then one for each of its fees. Refuses (400) a
 * conversion whose rate is missing or older than the order allows, because the contract would, and
 * one that would move nothing.
 */
export function paymentsOf(order: PaymentOrder, rates: OrderRates): OrderPayment[] {
  const payments = partsOf(order).map((part, i) =>
    order.kind === 'conversion'
      ? convertedPayment(order, part, usableRate(order, rates[i]))
      : plainPayment(order, part),
  );
  // A fee may be that small: its payment moves nothing, and the payment that it is for still stands.
  if (payments[0]?.sourceUnits === 0n) {
    const message = `The amount is worth less than a unit of ${order.currency.id}`;
    throw new Refusal('amount_too_small', 400, message);
  }
  return payments;
}

function partsOf(order: PaymentOrder): Part[] {
  const legs = order.feeLegs ?? [];
  return [
    order,
    ...legs.map(({ amountUnits, paymentReference, receiverAddress }) => ({
      payeeAddress: receiverAddress,
      paymentReference,
      due: { amountUnits, feeUnits: 0n },
    })),
  ];
}

function plainPayment(order: PaymentOrder, part: Part): OrderPayment {
  const { due } = part;
  const { kind, currency } = order;
  invariant(kind !== 'conversion', 'a conversion needs a rate');
  const requiredUnits = due.amountUnits + due.feeUnits;
  const parts = { ...addressed(order, part), ...due };
  const payment: ChainPayment =
    kind === 'native' ? { kind, ...parts } : { kind, ...parts, tokenAddress: currency.address };
  return { payment, requiredUnits, sourceUnits: requiredUnits };
}

function convertedPayment(order: PaymentOrder, part: Part, rate: Rate): OrderPayment {
  const { due } = part;
  const { path, maxRateAgeSeconds, slippageBps } = termsOf(order);
  const maxToSpendUnits = maxToSpend(rate.outUnits, slippageBps);
  const payment: ChainPayment = {
    kind: 'conversion',
    ...addressed(order, part),
    tokenAddress: order.currency.address,
    invoiceUnits: due.amountUnits,
    feeInvoiceUnits: due.feeUnits,
    path,
    maxToSpendUnits,
    maxRateAgeSeconds,
  };
  return { payment, requiredUnits: maxToSpendUnits, sourceUnits: rate.outUnits };
}

/** Without a fee the receiver is the zero address: contracts call a receiver of coins even for nothing. */
function addressed(order: PaymentOrder, { payeeAddress, paymentReference, due }: Part) {
  const receiver = due.feeUnits === 0n ? undefined : order.platformFee?.address;
  return { payeeAddress, paymentReference, feeAddress: receiver ?? NO_FEE_ADDRESS };
}

function termsOf(order: PaymentOrder): ConversionTerms {
  invariant(order.conversion !== undefined, 'a conversion has its terms');
  return order.conversion;
}

function usableRate(order: PaymentOrder, rate: Rate | undefined): Rate {
  const { maxRateAgeSeconds } = termsOf(order);
  const { id } = order.currency;
  if (rate === undefined) {
    throw new Refusal('rate_not_available', 400, `There is no exchange rate for ${id} now`);
  }
  if (isStale(rate, maxRateAgeSeconds)) {
    throw rateTooOld(order, { feed: undefined, rate });
  }
  return rate;
}

/** What of an order is the fee for sponsored transactions, as a human decimal of dollars; undefined for none. */
export function sponsorshipFeeOf({
  kind,
  currency,
  sponsorshipUnits,
}: PaymentOrder): string | undefined {
  if (sponsorshipUnits === undefined) return undefined;
  return printAmount(sponsorshipUnits, invoiceDecimals(kind, currency));
}
