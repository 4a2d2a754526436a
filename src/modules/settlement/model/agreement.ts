import type { Currency } from '#catalog/currencies.ts';
import { backOffMs } from '#kit/back-off.ts';

/** How soon nodes are asked again: some blocks later at first, up to five minutes. */
const CHECK_AGAIN = { firstMs: 2_000, mostMs: 300_000 };

/** Parts of a dollar, in powers of ten: no stablecoin is divided further. */
const DOLLAR_DECIMALS = 18;

/** What the nodes of a network say of one transfer. */
interface Said {
  readonly agree: number;
  /** Who says otherwise. */
  readonly disagree: readonly string[];
  /** Whether there are several and all but one gave no answer at all. */
  readonly isAlone?: boolean;
  /** Whether those others have answered nothing for long, whatever they were asked. */
  readonly areOthersAbsent?: boolean;
}

/**
 * Whether enough nodes have a transfer and none says otherwise. `short` waits for nodes that are slow
 * or down; `disputed` means that one of them is wrong, and a person should find out which.
 */
export function agreementOf(said: Said, needed: number): 'agreed' | 'insufficient' | 'disputed' {
  if (said.disagree.length > 0) return 'disputed';
  return said.agree >= needed ? 'agreed' : 'insufficient';
}

/**
 * Whether the only node that answers has a transfer and the others have been absent for long. That they left
 * this one question unanswered is not enough: whoever can delay one answer would choose who is trusted.
 */
export function isSingleNode({ agree, disagree, isAlone, areOthersAbsent }: Said): boolean {
  const isOnlyOne = isAlone === true && areOthersAbsent === true;
  return isOnlyOne && agree === 1 && disagree.length === 0;
}

/**
 * What becomes of a transfer that one node alone was trusted: `unknown` while no other answers, also where
 * the lone one changed its mind; `disputed` where enough have it and one says otherwise.
 */
export function recheckOf(
  said: Said,
  needed: number,
): 'confirmed' | 'denied' | 'disputed' | 'unknown' {
  if (said.isAlone === true) return 'unknown';
  const isEnough = said.agree >= needed;
  if (said.disagree.length > 0) return isEnough ? 'disputed' : 'denied';
  return isEnough ? 'confirmed' : 'unknown';
}

/** How long nodes that were asked so often are left alone. */
export function waitMsAfter(checks: number): number {
  return backOffMs(CHECK_AGAIN, checks);
}

/** So many whole dollars in parts of 10^-18. */
export function unitsOfDollars(dollars: bigint): bigint {
  return dollars * 10n ** BigInt(DOLLAR_DECIMALS);
}

/** Units of a stablecoin in dollars, in the same parts. `currency` must be dollars. */
export function dollarUnitsOf({ decimals }: Pick<Currency, 'decimals'>, units: bigint): bigint {
  return units * 10n ** BigInt(DOLLAR_DECIMALS - decimals);
}
