/** A hundredth of a percent is the finest share that a fee config takes. */
const PERCENT = /^(\d{1,3})(?:\.(\d{1,2}))?$/;

/** All of it, in hundredths of a percent. */
const BPS_MAX = 10_000;

/** A share in percent as hundredths of a percent; undefined for what is none. */
export function readPercent(text: string): number | undefined {
  const [, whole, decimals = ''] = PERCENT.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  const bps = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
  return bps > BPS_MAX ? undefined : bps;
}

/** Hundredths of a percent in percent; the API may name finer shares. */
export function writePercent(bps: number): string {
  return String(Number((bps / 100).toFixed(6)));
}
