import type { PayableRow, RowFinding } from './checked-row.ts';

/** More lines than this are not repeated in a message. */
const LINES_MAX = 5;

/**
 * A warning for each row that pays the same amount of the same currency to the same wallet as another one, by position.
 * Both may be meant: nothing is merged or left out.
 */
export function findDuplicates(rows: readonly PayableRow[]): ReadonlyMap<number, RowFinding> {
  const alike = Map.groupBy(rows, ({ payout }) =>
    [payout.currencyId, payout.recipient, payout.amountUnits].join(' '),
  );
  const found = [...alike.values()].filter(({ length }) => length > 1);
  return new Map(found.flatMap((same) => same.map((row) => [row.position, findingOf(row, same)])));
}

function findingOf(row: PayableRow, same: readonly PayableRow[]): RowFinding {
  const others = same.filter(({ position }) => position !== row.position);
  const named = others.slice(0, LINES_MAX).map(({ line }) => line);
  const more = others.length > named.length ? ` and ${others.length - named.length} more` : '';
  const lines = `${named.length > 1 ? 'lines' : 'line'} ${named.join(', ')}${more}`;
  return {
    field: 'recipient',
    code: 'duplicate_row',
    message: `recipient is paid the same amount in ${lines}`,
  };
}
