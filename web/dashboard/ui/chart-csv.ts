/** What a spreadsheet would calculate instead of show. */
const FORMULA = /^[=+\-@\t\r]/;

/** A table as CSV that spreadsheets open: with a byte order mark, and with nothing in it that they would calculate. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`;
}

function cellOf(text: string): string {
  const safe = FORMULA.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
