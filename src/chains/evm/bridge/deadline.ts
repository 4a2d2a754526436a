/** The largest time that a `Date` holds, in seconds. */
const SECONDS_MAX = 8_640_000_000_000n;

/** A time that a contract gives in seconds; undefined beyond what a date can be. */
export function dateOfSeconds(seconds: bigint | number): Date | undefined {
  return BigInt(seconds) > SECONDS_MAX ? undefined : new Date(Number(seconds) * 1_000);
}
