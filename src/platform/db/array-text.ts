/** What one element of an array may be. */
export type Cell = string | number | bigint;

/** What ends an element, or the text of one, unless it is escaped. */
const SPECIAL = /["\\]/g;

/**
 * An array as PostgreSQL reads it from a parameter: a statement of any number of rows takes its columns
 * in this form. The driver writes arrays too, element by element and at several times the cost.
 */
export function arrayText(cells: readonly (Cell | null)[]): string {
  let text = '{';
  for (const cell of cells) text += text === '{' ? cellText(cell) : `,${cellText(cell)}`;
  return `${text}}`;
}

function cellText(cell: Cell | null): string {
  if (cell === null) return 'NULL';
  if (typeof cell !== 'string') return String(cell);
  // Looking for either is much faster than a replacement that finds none.
  const isPlain = !cell.includes('"') && !cell.includes('\\');
  return isPlain ? `"${cell}"` : `"${cell.replace(SPECIAL, '\\$&')}"`;
}
