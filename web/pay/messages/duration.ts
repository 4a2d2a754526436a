/**
 * A length of time in the words of a language, as the English catalogues say it: up to a minute and a half in steps of five seconds,
 * then in minutes. Those write the words themselves, which takes fewer bytes.
 */
export function durationText(locale: string, seconds: number): string {
  const [count, unit] =
    seconds < 90
      ? [Math.max(5, Math.ceil(seconds / 5) * 5), 'second']
      : [Math.ceil(seconds / 60), 'minute'];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}
