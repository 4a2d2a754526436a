/** How many rows the keys for pages go over. */
const PAGE_ROWS = 10;

/** Which row a key leads to from another; undefined for a key that leads nowhere. */
export function rowAfter(key: string, at: number, count: number): number | undefined {
  const next = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + PAGE_ROWS,
    PageUp: at - PAGE_ROWS,
    Home: 0,
    End: count - 1,
  }[key];
  if (next === undefined || count === 0) return undefined;
  return Math.min(Math.max(next, 0), count - 1);
}

/** Goes from the row with the focus to another; keys that a field needs are left to it. */
export function moveBetweenRows(
  event: KeyboardEvent,
  count: number,
  focusRow: (index: number) => void,
): void {
  const { target, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (!(target instanceof HTMLElement) || target.matches('input, select, textarea')) return;
  const at = Number(target.closest<HTMLElement>('tr[data-index]')?.dataset['index']);
  const next = Number.isInteger(at) ? rowAfter(key, at, count) : undefined;
  if (next === undefined) return;
  event.preventDefault();
  focusRow(next);
}
