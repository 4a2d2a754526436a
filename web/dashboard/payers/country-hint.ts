/** The name of a country that two letters stand for, and else the hint how to write one. */
export function countryHint(code: string, hint: string): string {
  const letters = code.trim().toUpperCase();
  if (!/^[A-Z]{2}$/.test(letters)) return hint;
  const name = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' }).of(letters);
  return name ?? hint;
}
