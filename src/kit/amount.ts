import { type Refusal, refuseField } from './failure.ts';

/**
 * The longest amount text that is accepted: 2^256 has 78 digits, plus a point and 30 decimals.
 * It keeps hostile input from becoming a giant `bigint`.
 */
const AMOUNT_CHARACTERS_MAX = 110;

/**
 * The most whole units of a currency that a request may have: a million billion, which is more than
 * there is of any listed currency. More is a mistake or abuse, and is refused before it is shown to a payer.
 */
const WHOLE_DIGITS_MAX = 15;

/** The largest amount that fits an argument of an EVM contract: one `uint256`. */
export const UNITS_MAX = 2n ** 256n - 1n;

const DECIMAL = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/;

interface DecimalRule {
  /** The name of the field, for the words of the refusal. */
  readonly field: string;
  /** How many decimals the currency has. */
  readonly decimals: number;
  readonly symbol: string;
}

/**
 * The smallest units behind a human decimal such as `12.5`; exact, never rounded.
 *
 * Refuses (400) what is not a plain decimal greater than zero, has more decimals than the
 * currency, or is a million billion of it or more.
 */
export function parseAmount(text: string, rule: DecimalRule): bigint {
  const match = text.length <= AMOUNT_CHARACTERS_MAX ? DECIMAL.exec(text) : null;
  if (match === null) {
    throw refuse(rule, `${rule.field} must be a plain decimal number such as "12.5"`);
  }
  const whole = match[1] ?? '0';
  const fraction = match[2] ?? '';
  if (fraction.length > rule.decimals) {
    throw refuse(
      rule,
      `${rule.field} has ${fraction.length} decimals, but ${rule.symbol} has ${rule.decimals}`,
    );
  }
  if (whole.length > WHOLE_DIGITS_MAX) throw refuse(rule, `${rule.field} is too large`);
  const units = BigInt(whole + fraction.padEnd(rule.decimals, '0'));
  if (units === 0n) throw refuse(rule, `${rule.field} must be greater than 0`);
  return units;
}

/** The human decimal of an amount, without trailing zeros: `12500000n` with 6 decimals is `12.5`. */
export function printAmount(units: bigint, decimals: number): string {
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return fraction === '' ? `${sign}${whole}` : `${sign}${whole}.${fraction}`;
}

/** Rates have this many decimals, rounded down; those on chain have eight. */
const RATE_DECIMALS = 12;

/** An amount of a currency, in its smallest unit. */
interface Amount {
  readonly units: bigint;
  readonly decimals: number;
}

/** The rate at which `per` became `amount`, for one unit of account of `per`, which must be above zero. */
export function printRate(amount: Amount, per: Amount): string {
  const scale = 10n ** BigInt(per.decimals + RATE_DECIMALS);
  const units = (amount.units * scale) / (per.units * 10n ** BigInt(amount.decimals));
  return printAmount(units, RATE_DECIMALS);
}

/** No currency of ours has more decimals, so sums of their amounts are exact. */
const DECIMALS_MAX = 18;

/** The sum of human decimals with at most 18 digits after the point each; exact. */
export function addDecimals(decimals: readonly string[]): string {
  const units = decimals.map((text) => {
    const [whole = '0', fraction = ''] = text.split('.');
    return BigInt(whole + fraction.padEnd(DECIMALS_MAX, '0'));
  });
  return printAmount(
    units.reduce((sum, one) => sum + one, 0n),
    DECIMALS_MAX,
  );
}

function refuse(rule: DecimalRule, message: string): Refusal {
  return refuseField(rule.field, message, 'invalid_amount');
}

/** An amount of other decimals, rounded up to the unit. */
export function scaleUp(units: bigint, from: number, to: number): bigint {
  if (to >= from) return units * 10n ** BigInt(to - from);
  const divisor = 10n ** BigInt(from - to);
  return (units + divisor - 1n) / divisor;
}
