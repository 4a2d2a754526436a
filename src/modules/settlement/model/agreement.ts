import type { Currency } from '#catalog/currencies.ts';
import { backOffMs } from '#kit/back-off.ts';

/** How soon nodes are queried again: some blocks later at first, up to five minutes. */
const CHECK_AGAIN = { firstMs: 2_000, mostMs: 300_000 };

/** Decimals of a dollar in this module: no stablecoin has more. */
const DOLLAR_DECIMALS = 18;

/** The answers of a network's nodes about one transfer. */
interface Said {
  readonly agree: number;
  /** The nodes that contradict it. */
  readonly disagree: readonly string[];
  /** Whether there are several and all but one gave no answer at all. */
  readonly isAlone?: boolean;
  /** Whether those others have answered nothing for long, to any query. */
  readonly areOthersAbsent?: boolean;
}

/**
 * Whether enough nodes have a transfer and none contradicts it. `short` waits for nodes that are slow
 * or down; `disputed` means that one of them is wrong, and a person should find out which.
 */
export function agreementOf(said: Said, needed: number): 'agreed' | 'insufficient' | 'disputed' {
  if (said.disagree.length > 0) return 'disputed';
  return said.agree >= needed ? 'agreed' : 'insufficient';
}

/**
 * Whether the only node that answers has a transfer and the others have been absent for long. That they did not answer
 * this one query is not enough: an attacker that delays one answer would choose the trusted node.
 */
export function isSingleNode({ agree, disagree, isAlone, areOthersAbsent }: Said): boolean {
  const isOnlyOne = isAlone === true && areOthersAbsent === true;
  return isOnlyOne && agree === 1 && disagree.length === 0;
}

/**
 * The result for a transfer that was credited by one node: `unknown` while no other answers, also where
 * that node changed its answer; `disputed` where enough have it and one contradicts it.
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

/** How long to wait after so many checks. */
export function waitMsAfter(checks: number): number {
  return backOffMs(CHECK_AGAIN, checks);
}

/** An amount of whole dollars in units of 10^-18. */
export function unitsOfDollars(dollars: bigint): bigint {
  return dollars * 10n ** BigInt(DOLLAR_DECIMALS);
}

/** Units of a stablecoin in dollars, in the same units. `currency` must be dollars. */
export function dollarUnitsOf({ decimals }: Pick<Currency, 'decimals'>, units: bigint): bigint {
  return units * 10n ** BigInt(DOLLAR_DECIMALS - decimals);
}
