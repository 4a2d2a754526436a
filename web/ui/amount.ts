const INTEGER = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/**
 * An amount for people: digits grouped, every decimal that counts and never fewer than two where
 * the token has them. Exact; nothing is rounded away.
 */
export function showAmount(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  const integer = INTEGER.format(BigInt(digits.slice(0, digits.length - decimals)));
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  const shown = fraction.padEnd(Math.min(2, decimals), '0');
  return shown === '' ? integer : `${integer}.${shown}`;
}

/** A decimal text in units; undefined for anything else, and where it has more decimals. */
export function unitsOf(decimal: string, decimals: number): bigint | undefined {
  const match = /^([0-9]{1,78})(?:\.([0-9]{1,30}))?$/.exec(decimal);
  const fraction = match?.[2] ?? '';
  if (match === null || fraction.length > decimals) return undefined;
  return BigInt(`${match[1]}${fraction.padEnd(decimals, '0')}`);
}
