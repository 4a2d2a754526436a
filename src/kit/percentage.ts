/**
 * The decimals a percentage may have. A millionth of a percent is finer than any fee in the field;
 * the bound keeps the multiplication below small.
 */
const PERCENTAGE_DECIMALS_MAX = 6;

const PERCENTAGE = new RegExp(`^(0|[1-9][0-9]{0,2})(?:\\.([0-9]{1,${PERCENTAGE_DECIMALS_MAX}}))?$`);
const SCALE = 10n ** BigInt(PERCENTAGE_DECIMALS_MAX);

/** Whether a text is a decimal from 0 to 100 with at most six decimals, as `feePercentage` must be. */
export function isPercentage(text: string): boolean {
  return PERCENTAGE.test(text) && millionths(text) <= 100n * SCALE;
}

/**
 * The share of an amount, rounded down to the unit, so that a payer never pays a fraction of a
 * unit more than the percentage gives. `text` must pass `isPercentage`.
 */
export function shareOf(units: bigint, text: string): bigint {
  return (units * millionths(text)) / (100n * SCALE);
}

function millionths(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(PERCENTAGE_DECIMALS_MAX, '0'));
}
