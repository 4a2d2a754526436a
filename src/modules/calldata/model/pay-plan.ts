/** What one payment moves: units of what is paid, or for a conversion of the invoice's currency. */
export interface Due {
  readonly amountUnits: bigint;
  /** On top of the amount. */
  readonly feeUnits: bigint;
}

/** What is known of a wallet's allowance, and what it must cover. */
interface AllowanceCase {
  readonly requiredUnits: bigint;
  /** What the wallet lets the contract take now; undefined where no wallet was read. */
  readonly allowanceUnits: bigint | undefined;
  /** Whether the token refuses to change an allowance that is not zero. */
  readonly resetsAllowance: boolean;
}

/**
 * The allowances that have to be set before paying, one after another: none where the present one
 * suffices, else exactly what is required, cleared first where the token demands it. An allowance that
 * was not read may be too small, so it is set.
 */
export function planApprovals(asked: AllowanceCase): readonly bigint[] {
  const { requiredUnits, allowanceUnits, resetsAllowance } = asked;
  if (allowanceUnits !== undefined && allowanceUnits >= requiredUnits) return [];
  return resetsAllowance && allowanceUnits !== 0n ? [0n, requiredUnits] : [requiredUnits];
}

/**
 * The allowances that leave exactly what is required, one after another: none where the present one is
 * that, cleared first where the token demands it. A larger one is lowered.
 */
export function planExactApprovals(
  asked: AllowanceCase & { readonly allowanceUnits: bigint },
): readonly bigint[] {
  const { requiredUnits, allowanceUnits, resetsAllowance } = asked;
  if (allowanceUnits === requiredUnits) return [];
  return resetsAllowance && allowanceUnits > 0n ? [0n, requiredUnits] : [requiredUnits];
}

/** What a share of 1 is in basis points. */
const BPS = 10_000n;

/**
 * The most that a payer agrees to spend on a conversion: what it takes at today's rate and the
 * slippage on top, rounded up to the unit, so that a slippage never turns out smaller than agreed.
 */
export function maxToSpend(outUnits: bigint, slippageBps: number): bigint {
  return (outUnits * (BPS + BigInt(slippageBps)) + BPS - 1n) / BPS;
}

/** A share in basis points of an amount, rounded down as the batch contract does. */
export function bpsOf(units: bigint, bps: bigint): bigint {
  return (units * bps) / BPS;
}
