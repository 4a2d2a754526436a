import { FIELDS } from './columns.ts';
import { writeCsv } from './read-csv.ts';
import type { WrittenRow } from './rows.ts';

/** The names of the columns as people write them. */
const HEADER: readonly string[] = FIELDS.map((field) =>
  field === 'recipientIdentifier' ? 'name' : field,
);

/** A file to begin with: the columns, and two payouts that show their form. */
export function templateFile(): string {
  const [one, two] = ['1', '2'].map((digit) => `0x${digit.repeat(40)}`);
  return writeCsv([
    HEADER,
    [one ?? '', '1250.00', 'USDC', 'base', 'Salary November', 'Anna'],
    [two ?? '', '0.25', 'ETH-base-base', '', 'Bonus', 'Ben'],
  ]);
}

/** Rows that were left out with what is wrong, in columns that are read again once they are mended. */
export function rejectedFile(
  rows: readonly { readonly row: WrittenRow; readonly problems: readonly string[] }[],
): string {
  return writeCsv([
    ['line', 'problem', ...HEADER],
    ...rows.map(({ row, problems }) => [
      String(row.line),
      problems.join('; '),
      ...FIELDS.map((field) => row[field]),
    ]),
  ]);
}
