import process from 'node:process';

/** How a command prints its result. */
export interface OutputOptions {
  /** Whether programs read it. */
  readonly json?: boolean;
}

/** A row of what people are shown; a date is written as the wire writes it. */
type Row = Readonly<Record<string, unknown>>;

/** Prints an answer: for programs one JSON document, for people the words. */
export function printAnswer({ json }: OutputOptions, answer: unknown, text: string): void {
  process.stdout.write(json === true ? `${JSON.stringify(answer, null, 2)}\n` : `${text}\n`);
}

/** Rows as columns under the names of their fields; a sentence where there is none. */
export function asTable(rows: readonly Row[], none: string): string {
  const [first] = rows;
  if (first === undefined) return none;
  const names = Object.keys(first);
  const lines = [names, ...rows.map((row) => names.map((name) => cell(row[name])))];
  const widths = names.map((_, i) => Math.max(...lines.map((line) => (line[i] ?? '').length)));
  return lines
    .map((line) => line.map((text, i) => text.padEnd(widths[i] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (value instanceof Date) return value.toISOString();
  // What came from outside must not move the cursor of a terminal.
  return String(value).replaceAll(/[\p{Cc}\p{Cf}]/gu, '?');
}
