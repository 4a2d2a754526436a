import type { Currency } from '#catalog/currencies.ts';
import type { Chain, ChainPayment, TransferAsk, TransferTrial } from '#chains/chain.ts';
import { cannotBePaid, type Payee, type RefusedPayees } from './model/refused-payees.ts';
import { type PaymentOrder, payableShapeOf } from './payment-order.ts';

/** What is tried of one currency. */
interface Tries {
  readonly currency: Currency;
  readonly payees: Map<string, Payee & { readonly ask: TransferAsk }>;
}

/** A currency, its payees and what became of trying to pay them. */
export interface TriedCurrency {
  readonly currency: Currency;
  readonly payees: readonly { readonly payee: Payee; readonly trial: TransferTrial }[];
  /** Of the wallet's transfer to itself, which tells whose fault it is; undefined for coins. */
  readonly own: TransferTrial | undefined;
}

/** Where an order stands that its caller did not place. */
const ALONE = 'payee';

/** Where the receiver of a fee stands: in the place of the order, which says nothing where it is alone. */
function feePlaceOf({ place }: PaymentOrder): string {
  return place === undefined ? 'feeReceiver' : `${place}.feeReceiver`;
}

/**
 * Tries what orders of one network would move: to everybody who is paid or receives a fee, once in
 * each currency. The token of a conversion is tried by one unit, because its rate travels in the same
 * request; lists of blocked wallets do not ask how much. Throws nothing for want of a node.
 */
export async function tryPayees(
  chain: Chain,
  orders: readonly PaymentOrder[],
  wallet: string,
): Promise<readonly TriedCurrency[]> {
  const tries = triesOf(orders);
  const asks = tries.flatMap((one) => asksOf(one, wallet));
  const trials = asks.length === 0 ? [] : await chain.tryTransfers(wallet, asks);
  let taken = 0;
  return tries.map((one) => {
    const mine = trials.slice(taken, taken + asksOf(one, wallet).length);
    taken += mine.length;
    const { currency } = one;
    const payees = [...one.payees.values()].map((payee, i) => ({
      payee,
      trial: mine[i] ?? 'unknown',
    }));
    return { currency, payees, own: mine[payees.length] };
  });
}

/**
 * Refuses (409) to pay anybody who cannot be paid, of the currencies that the wallet has enough of:
 * where it has not, trying tells nothing.
 */
export function checkPayees(
  tried: readonly TriedCurrency[],
  wallet: string,
  hasEnough: (currency: Currency) => boolean,
): void {
  const found = tried.flatMap(({ currency, payees, own }): RefusedPayees[] => {
    const refused = payees.filter(({ trial }) => trial === 'refused').map(({ payee }) => payee);
    if (refused.length === 0 || !hasEnough(currency)) return [];
    return [
      {
        currency,
        refused,
        refusesPayer: refused.length === payees.length && own === 'refused',
      },
    ];
  });
  if (found.length > 0) throw cannotBePaid(found, wallet);
}

/** Whoever is paid is placed where that is, also where an earlier payment's fee goes to them. */
function triesOf(orders: readonly PaymentOrder[]): readonly Tries[] {
  const byCurrency = new Map<string, Tries>();
  const asked = orders.map((order) => ({
    order,
    receivers: payableShapeOf(order).flatMap(({ payment }) => receiversOf(payment)),
  }));
  const payees = asked.map(({ order, receivers }) => ({ order, receivers: receivers.slice(0, 1) }));
  const add = (order: PaymentOrder, receivers: readonly TransferAsk[], isFee: boolean) => {
    const { currency, place = ALONE } = order;
    const tries = byCurrency.get(currency.id) ?? { currency, payees: new Map() };
    byCurrency.set(currency.id, tries);
    for (const ask of receivers) {
      const key = ask.payeeAddress.toLowerCase();
      if (tries.payees.has(key)) continue;
      const payee = isFee ? { place: feePlaceOf(order), isFee } : { place };
      tries.payees.set(key, { address: ask.payeeAddress, ...payee, ask });
    }
  };
  for (const { order, receivers } of payees) add(order, receivers, false);
  for (const { order, receivers } of asked) add(order, receivers, true);
  return [...byCurrency.values()];
}

/** Who receives anything of a payment. */
function receiversOf(payment: ChainPayment): TransferAsk[] {
  const { payeeAddress, feeAddress } = payment;
  const tokenAddress = payment.kind === 'native' ? undefined : payment.tokenAddress;
  const [units, feeUnits] =
    payment.kind === 'conversion'
      ? [smallest(payment.invoiceUnits), smallest(payment.feeInvoiceUnits)]
      : [payment.amountUnits, payment.feeUnits];
  return [
    { tokenAddress, payeeAddress, units },
    { tokenAddress, payeeAddress: feeAddress, units: feeUnits },
  ].filter((ask) => ask.units > 0n);
}

function smallest(units: bigint): bigint {
  return units > 0n ? 1n : 0n;
}

function asksOf({ payees }: Tries, wallet: string): TransferAsk[] {
  const asks = [...payees.values()].map(({ ask }) => ask);
  const [first] = asks;
  if (first?.tokenAddress === undefined) return asks;
  return [...asks, { ...first, payeeAddress: wallet }];
}
