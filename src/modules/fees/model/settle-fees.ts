import { printAmount } from '#kit/amount.ts';
import { type Refusal, refuseField } from '#kit/failure.ts';
import { shareOf } from '#kit/percentage.ts';
import { dollarUnits } from './dollar.ts';
import type { FeeRule, PlatformFee } from './fee-rule.ts';

/** A basis point is one of these of the whole. */
const BPS_OF_WHOLE = 10_000n;

/** What fees are planned of. */
export interface FeeBase {
  /** The requested amount, in the smallest unit of the currency; above zero. */
  readonly grossUnits: bigint;
  /** The decimals of a dollar currency. */
  readonly decimals: number;
  /** In the order in which they are paid. */
  readonly rules: readonly FeeRule[];
  readonly platformFee?: PlatformFee | undefined;
  /** The field that says the amount; `amount` where left out. */
  readonly field?: string | undefined;
}

/** Who pays and receives what, all in the smallest unit. */
interface AmountsSettled {
  readonly grossUnits: bigint;
  /** What the payee receives: the gross amount less the fees that the payee bears. */
  readonly netUnits: bigint;
  /** What leaves the payer: the gross amount and the fees that the payer bears. */
  readonly payerTotalUnits: bigint;
  readonly payeeBorneUnits: bigint;
  readonly payerBorneUnits: bigint;
  readonly totalFeeUnits: bigint;
}

/** Fees with their amounts. */
export interface FeesSettled {
  /** In the order of the rules. Zero where the share is less than a unit. */
  readonly fees: readonly { readonly rule: FeeRule; readonly units: bigint }[];
  readonly platformUnits: bigint;
  readonly amounts: AmountsSettled;
}

/**
 * One fee: its share of the gross amount, at most its cap, and its fixed amount. Rounded down to
 * the unit once, so that nobody pays a fraction of a unit more than was agreed.
 */
export function feeUnits(
  rule: Pick<FeeRule, 'bps' | 'capUsd' | 'fixedUsd'>,
  { grossUnits, decimals }: Pick<FeeBase, 'grossUnits' | 'decimals'>,
): bigint {
  const share = (grossUnits * BigInt(rule.bps)) / BPS_OF_WHOLE;
  const cap = rule.capUsd === null ? share : dollarUnits(rule.capUsd, decimals);
  const fixed = rule.fixedUsd === null ? 0n : dollarUnits(rule.fixedUsd, decimals);
  return (share < cap ? share : cap) + fixed;
}

/**
 * All fees of a payment. Every fee is a share of the gross amount but the platform's, which is one
 * of what its own call pays: the net amount. Sums are made of the rounded parts, so that they agree.
 *
 * Refuses (400) fees that leave the payee nothing.
 */
export function settleFees(base: FeeBase): FeesSettled {
  const { grossUnits, rules, platformFee } = base;
  const fees = rules.map((rule) => ({ rule, units: feeUnits(rule, base) }));
  const borneBy = (bearer: FeeRule['bearer']) =>
    fees.reduce((sum, { rule, units }) => (rule.bearer === bearer ? sum + units : sum), 0n);
  const payeeBorneUnits = borneBy('payee');
  const netUnits = grossUnits - payeeBorneUnits;
  if (netUnits <= 0n) throw feesExceedAmount(base, payeeBorneUnits);
  const platformUnits = platformFee ? shareOf(netUnits, platformFee.percentage) : 0n;
  const payerBorneUnits = borneBy('payer') + platformUnits;
  return {
    fees,
    platformUnits,
    amounts: {
      grossUnits,
      netUnits,
      payerTotalUnits: grossUnits + payerBorneUnits,
      payeeBorneUnits,
      payerBorneUnits,
      totalFeeUnits: payeeBorneUnits + payerBorneUnits,
    },
  };
}

/** 400: the payee would bear all of it or more. */
export function feesExceedAmount(
  { grossUnits, decimals, field = 'amount' }: Pick<FeeBase, 'grossUnits' | 'decimals' | 'field'>,
  payeeBorneUnits: bigint,
): Refusal {
  const [fees, amount] = [payeeBorneUnits, grossUnits].map((units) => printAmount(units, decimals));
  const message = `${field} (${amount}) must be more than the fees that the payee bears (${fees})`;
  return refuseField(field, message, 'fees_exceed_amount');
}
