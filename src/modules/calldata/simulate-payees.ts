import type { Currency } from '#catalog/currencies.ts';
import type {
  Chain,
  ChainPayment,
  TransferSimulation,
  TransferSimulationResult,
} from '#chains/chain.ts';
import { cannotBePaid, type Payee, type RefusedPayees } from './model/refused-payees.ts';
import { type PaymentOrder, payableShapeOf } from './payment-order.ts';

/** What is tried of one currency. */
interface Simulations {
  readonly currency: Currency;
  readonly payees: Map<string, Payee & { readonly transfer: TransferSimulation }>;
}

/** A currency, its payees and the result of simulating payments to them. */
export interface SimulatedCurrency {
  readonly currency: Currency;
  readonly payees: readonly { readonly payee: Payee; readonly result: TransferSimulationResult }[];
  /** The result of the wallet's transfer to itself, which shows whether it is the cause; undefined for coins. */
  readonly own: TransferSimulationResult | undefined;
}

/** Where an order stands that its caller did not place. */
const ALONE = 'payee';

/** Where the receiver of a fee stands: in the place of the order, which says nothing where it is alone. */
function feeFieldOf({ field }: PaymentOrder): string {
  return field === undefined ? 'feeReceiver' : `${field}.feeReceiver`;
}

/**
 * Simulates the transfers of orders of one network: to every payee and receiver of a fee, once in
 * each currency. The token of a conversion is simulated with one unit, because its rate is read in the same
 * request; lists of blocked wallets do not depend on the amount. Never throws if no node answers.
 */
export async function simulatePayees(
  chain: Chain,
  orders: readonly PaymentOrder[],
  wallet: string,
): Promise<readonly SimulatedCurrency[]> {
  const simulations = simulationsOf(orders);
  const transfers = simulations.flatMap((one) => transfersOf(one, wallet));
  const results = transfers.length === 0 ? [] : await chain.simulateTransfers(wallet, transfers);
  let taken = 0;
  return simulations.map((one) => {
    const mine = results.slice(taken, taken + transfersOf(one, wallet).length);
    taken += mine.length;
    const { currency } = one;
    const payees = [...one.payees.values()].map((payee, i) => ({
      payee,
      result: mine[i] ?? 'unknown',
    }));
    return { currency, payees, own: mine[payees.length] };
  });
}

/**
 * Refuses (409) to pay anybody who cannot be paid, of the currencies that the wallet has enough of:
 * where it has not, a simulation shows nothing.
 */
export function checkPayees(
  simulated: readonly SimulatedCurrency[],
  wallet: string,
  hasEnough: (currency: Currency) => boolean,
): void {
  const found = simulated.flatMap(({ currency, payees, own }): RefusedPayees[] => {
    const refused = payees.filter(({ result }) => result === 'refused').map(({ payee }) => payee);
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

/** A payee gets the index of its payment, also where an earlier payment's fee goes to it. */
function simulationsOf(orders: readonly PaymentOrder[]): readonly Simulations[] {
  const byCurrency = new Map<string, Simulations>();
  const asked = orders.map((order) => ({
    order,
    receivers: payableShapeOf(order).flatMap(({ payment }) => receiversOf(payment)),
  }));
  const payees = asked.map(({ order, receivers }) => ({ order, receivers: receivers.slice(0, 1) }));
  const add = (order: PaymentOrder, receivers: readonly TransferSimulation[], isFee: boolean) => {
    const { currency, field = ALONE } = order;
    const simulations = byCurrency.get(currency.id) ?? { currency, payees: new Map() };
    byCurrency.set(currency.id, simulations);
    for (const transfer of receivers) {
      const key = transfer.payeeAddress.toLowerCase();
      if (simulations.payees.has(key)) continue;
      const payee = isFee ? { field: feeFieldOf(order), isFee } : { field };
      simulations.payees.set(key, { address: transfer.payeeAddress, ...payee, transfer });
    }
  };
  for (const { order, receivers } of payees) add(order, receivers, false);
  for (const { order, receivers } of asked) add(order, receivers, true);
  return [...byCurrency.values()];
}

/** Who receives anything of a payment. */
function receiversOf(payment: ChainPayment): TransferSimulation[] {
  const { payeeAddress, feeAddress } = payment;
  const tokenAddress = payment.kind === 'native' ? undefined : payment.tokenAddress;
  const [units, feeUnits] =
    payment.kind === 'conversion'
      ? [smallest(payment.invoiceUnits), smallest(payment.feeInvoiceUnits)]
      : [payment.amountUnits, payment.feeUnits];
  return [
    { tokenAddress, payeeAddress, units },
    { tokenAddress, payeeAddress: feeAddress, units: feeUnits },
  ].filter((transfer) => transfer.units > 0n);
}

function smallest(units: bigint): bigint {
  return units > 0n ? 1n : 0n;
}

function transfersOf({ payees }: Simulations, wallet: string): TransferSimulation[] {
  const transfers = [...payees.values()].map(({ transfer }) => transfer);
  const [first] = transfers;
  if (first?.tokenAddress === undefined) return transfers;
  return [...transfers, { ...first, payeeAddress: wallet }];
}
