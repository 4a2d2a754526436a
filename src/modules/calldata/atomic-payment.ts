import { NO_FEE_ADDRESS } from '#catalog/contracts.ts';
import { needsAllowanceReset } from '#catalog/currencies.ts';
import { FAMILIES } from '#catalog/families.ts';
import type { BatchContract, TransactionStep } from '#chains/chain.ts';
import { planExactApprovals } from './model/pay-plan.ts';
import { type OrderPayment, type PaymentOrder, spenderOf } from './payment-order.ts';

/**
 * Whether a payment and its fees are several payments, which one call of the batch contract can join: not with a fee
 * inside the payment, as links of earlier releases have, where the contract pays it under no reference of its own.
 */
export function isDivisible({ chain, due, feeLegs = [] }: PaymentOrder): boolean {
  const { paysFeesApart } = FAMILIES[chain.network.family];
  const isJoinable = due.feeUnits === 0n || !paysFeesApart;
  return chain.capabilities.batch && feeLegs.length > 0 && isJoinable;
}

/** What decides whether and how the payments of an order become one call. */
interface AtomicCase {
  readonly payments: readonly OrderPayment[];
  readonly contract: BatchContract;
  /** What the wallet lets the batch contract take of the token; undefined for coins. */
  readonly allowanceUnits: bigint | undefined;
}

/**
 * The approvals and the one call of the batch contract that pay an order and all its fees or nothing. The
 * approval is exactly what is paid, so the contract cannot take a fee of its own, and a larger
 * allowance is lowered to it.
 *
 * Returns undefined where the contract takes a fee or is not the published one: its owner can change
 * its fee and the proxies that it pays through.
 */
export function atomicSteps(
  order: PaymentOrder,
  { payments, contract, allowanceUnits }: AtomicCase,
): readonly TransactionStep[] | undefined {
  const { currency, kind } = order;
  const isSound = contract.feeBps === 0n && contract.publishedKinds.includes(kind);
  if (!isSound) return undefined;
  const requiredUnits = payments.reduce((sum, one) => sum + one.requiredUnits, 0n);
  const approvals =
    spenderOf(order) === undefined || allowanceUnits === undefined
      ? []
      : planExactApprovals({
          requiredUnits,
          allowanceUnits,
          resetsAllowance: needsAllowanceReset(currency),
        });
  const receiver = order.due.feeUnits > 0n ? order.platformFee?.address : undefined;
  const all = payments.map(({ payment }) => payment);
  const { address: tokenAddress } = currency;
  return [
    ...approvals.map((units) => ({
      type: 'approval' as const,
      tokenAddress,
      units,
      spender: 'batch' as const,
    })),
    {
      type: 'batch',
      payments: all,
      feeAddress: receiver ?? NO_FEE_ADDRESS,
      extraValueUnits: 0n,
    },
  ];
}
