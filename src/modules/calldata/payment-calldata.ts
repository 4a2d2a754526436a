import { NO_FEE_ADDRESS } from '#catalog/contracts.ts';
import { type Currency, needsAllowanceReset } from '#catalog/currencies.ts';
import type { Call, Chain } from '#chains/chain.ts';
import type { Hex } from '#kit/hex.ts';
import { type PayMetadata, payMetadata } from './model/pay-metadata.ts';
import { type Due, type PayStep, planPayment } from './model/pay-plan.ts';

/** One payment that is due, as far as its chain needs to know it. */
export interface PaymentOrder {
  readonly chain: Chain;
  readonly currency: Currency;
  readonly payeeAddress: string;
  /** Eight bytes. */
  readonly paymentReference: Hex;
  readonly due: Due;
  /** Who receives the fee, and what share it is; undefined where no fee was asked for. */
  readonly platformFee: { readonly percentage: string; readonly address: string } | undefined;
}

/** A transaction as the wire writes it for secure payments: `value` is a `0x` number. */
interface Transaction {
  readonly to: string;
  readonly data: Hex;
  readonly value: Hex;
}

/** What a payer signs and sends, in this order. */
export interface PaymentCalldata {
  readonly transactions: Transaction[];
  readonly metadata: PayMetadata;
}

/**
 * The transactions that pay an order from a wallet, and what they ask of it. With a wallet the
 * chain is asked once, for everything together; without one nothing is asked, and the payment is
 * prepared without an approval.
 *
 * Throws `Outage` when no node answers.
 */
export async function paymentCalldata(
  order: PaymentOrder,
  wallet: string | undefined,
): Promise<PaymentCalldata> {
  const { chain, currency, due, platformFee } = order;
  const facts =
    wallet === undefined ? undefined : await chain.readPayerFacts(wallet, currency.address);
  const plan = planPayment({ due, facts, resetsAllowance: needsAllowanceReset(currency) });
  const { amountUnits } = due;
  const metadata = payMetadata(
    { plan, amountUnits, currency, network: chain.network, platformFee },
    facts && { facts, gasNeeds: chain.gasNeeds },
  );
  return { transactions: plan.steps.map((step) => transactionOf(callOf(order, step))), metadata };
}

function callOf(order: PaymentOrder, step: PayStep): Call {
  const { chain, currency, due } = order;
  if (step.type === 'approve') return chain.encodeApproval(currency.address, step.allowanceUnits);
  return chain.encodePayment({
    tokenAddress: currency.address,
    payeeAddress: order.payeeAddress,
    amountUnits: due.amountUnits,
    paymentReference: order.paymentReference,
    feeUnits: due.feeUnits,
    feeAddress: order.platformFee?.address ?? NO_FEE_ADDRESS,
  });
}

function transactionOf({ to, data, valueUnits }: Call): Transaction {
  return { to, data, value: `0x${valueUnits.toString(16)}` };
}
