/** What one payment moves, in units of its token. */
export interface Due {
  readonly amountUnits: bigint;
  /** On top of the amount. */
  readonly feeUnits: bigint;
}

/** What a chain tells of a wallet, all at one moment. */
export interface WalletFacts {
  readonly balanceUnits: bigint;
  /** What the wallet lets the fee proxy take of the token. */
  readonly allowanceUnits: bigint;
  readonly nativeBalanceUnits: bigint;
  /** What one unit of gas costs, in the native coin's smallest unit. */
  readonly gasPriceUnits: bigint;
}

/** One thing that the payer signs. */
export type PayStep =
  | { readonly type: 'approve'; readonly allowanceUnits: bigint }
  | { readonly type: 'pay' };

/** What the payer signs, in order, and what it takes. */
export interface PayPlan {
  readonly steps: readonly PayStep[];
  /** Amount and fee together: what leaves the wallet and what the allowance must cover. */
  readonly requiredUnits: bigint;
}

interface PayCase {
  readonly due: Due;
  /** What is known of the payer's wallet; undefined while there is none. */
  readonly facts: WalletFacts | undefined;
  /** Whether the token refuses to change an allowance that is not zero. */
  readonly resetsAllowance: boolean;
}

/**
 * Plans a payment through the fee proxy: an approval of exactly what is required where the
 * allowance falls short, cleared first where the token demands it, then the payment. Without a
 * wallet nothing is known of its allowance, and the payment stands alone.
 */
export function planPayment({ due, facts, resetsAllowance }: PayCase): PayPlan {
  const requiredUnits = due.amountUnits + due.feeUnits;
  const pay: PayStep = { type: 'pay' };
  if (facts === undefined || facts.allowanceUnits >= requiredUnits) {
    return { steps: [pay], requiredUnits };
  }
  const approve: PayStep = { type: 'approve', allowanceUnits: requiredUnits };
  const clear: PayStep = { type: 'approve', allowanceUnits: 0n };
  const mustClear = resetsAllowance && facts.allowanceUnits > 0n;
  return { steps: mustClear ? [clear, approve, pay] : [approve, pay], requiredUnits };
}
