import Papa from 'papaparse';

/** A record of a file. */
export interface CsvRecord {
  /** Where it begins, from 1; a quoted cell may take several lines. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** What stands in a file of values. */
export interface CsvFile {
  readonly delimiter: string;
  /** Without records that are empty. */
  readonly records: readonly CsvRecord[];
  /** What is malformed, such as a quote that does not end, with its line. */
  readonly faults: readonly { readonly line: number; readonly message: string }[];
}

const DELIMITERS = [',', ';', '\t'];

/** Reads a text as CSV: separated by commas, semicolons or tabs, whichever fits, with quotes as RFC 4180 has them. */
export function readCsv(text: string): CsvFile {
  const { data, errors, meta } = Papa.parse<string[]>(text, {
    delimitersToGuess: DELIMITERS,
    skipEmptyLines: false,
  });
  const lines: number[] = [];
  let next = 1;
  for (const cells of data) {
    lines.push(next);
    next += 1 + cells.reduce((breaks, cell) => breaks + countBreaks(cell), 0);
  }
  return {
    delimiter: meta.delimiter,
    records: data.flatMap((cells, i) =>
      cells.every((cell) => cell.trim() === '') ? [] : [{ line: lines[i] ?? i + 1, cells }],
    ),
    faults: errors
      // One column is a list of wallets without amounts, which the rows themselves say.
      .filter(({ type }) => type !== 'Delimiter')
      .map(({ row = 0, message }) => ({ line: lines[row] ?? row + 1, message })),
  };
}

function countBreaks(cell: string): number {
  return cell.match(/\r\n|\r|\n/g)?.length ?? 0;
}

/** Rows as CSV that a spreadsheet opens without calculating anything of it. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  const text = Papa.unparse(
    rows.map((row) => [...row]),
    { escapeFormulae: true },
  );
  return `\uFEFF${text}\r\n`;
}
