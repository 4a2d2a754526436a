import type { TokenPayment } from '#chains/chain.ts';
import { checkPayerIsNoPayee } from './model/payer-is-payee.ts';
import { type PaymentOrder, paymentsOf } from './payment-order.ts';

/** The main payment of an order that is made in a token without a conversion. */
interface TokenOrder {
  readonly payment: TokenPayment;
  /** What it takes of the token, its platform fee included; fees that are paid by themselves are not. */
  readonly requiredUnits: bigint;
}

/**
 * The payment in a token that an order is; undefined for other orders, and for those of nothing but fees. Refuses (409) one
 * to any of the wallets that pay it.
 */
export function tokenOrderOf(
  order: PaymentOrder,
  payers: readonly string[],
): TokenOrder | undefined {
  for (const payer of payers) checkPayerIsNoPayee([order], payer);
  if (order.kind !== 'token' || order.isFees === true) return undefined;
  const [main] = paymentsOf(order, []);
  if (main?.payment.kind !== 'token') return undefined;
  return { payment: main.payment, requiredUnits: main.requiredUnits };
}
