const SECOND_MS = 1_000;
const UNITS_MS: Readonly<Record<string, number>> = {
  s: SECOND_MS,
  m: 60 * SECOND_MS,
  h: 3_600 * SECOND_MS,
  d: 86_400 * SECOND_MS,
  w: 604_800 * SECOND_MS,
};

/**
 * Milliseconds of a length of time as people write it: whole numbers of weeks, days, hours, minutes and seconds, such as
 * `31d` or `1d12h`, the larger unit first and each once. Undefined for any other text, and for nothing.
 */
export function parseDuration(text: string): number | undefined {
  const parts =
    /^(?:(\d{1,6})w)?(?:(\d{1,6})d)?(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,6})s)?$/.exec(text);
  if (parts === null) return undefined;
  const counts = parts.slice(1);
  const ms = ['w', 'd', 'h', 'm', 's'].reduce(
    (sum, unit, i) => sum + Number(counts[i] ?? 0) * (UNITS_MS[unit] ?? 0),
    0,
  );
  return ms > 0 ? ms : undefined;
}
