/** What one element of an array may be. */
export type Cell = string | number | bigint;

/** What ends an element, or the text of one, unless it is escaped. */
const SPECIAL = /["\\]/g;

/**
 * An array as PostgreSQL reads it from a parameter: a statement of any number of rows takes its columns
 * in this form. The driver writes arrays too, element by element and at several times the cost.
 */
export function arrayText(cells: readonly (Cell | null)[]): string {
  return `{${cells.map(cellText).join(',')}}`;
}

function cellText(cell: Cell | null): string {
  if (cell === null) return 'NULL';
  return typeof cell === 'string' ? `"${cell.replace(SPECIAL, '\\$&')}"` : String(cell);
}
