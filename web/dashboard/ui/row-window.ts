import {
  defaultRangeExtractor,
  useWindowVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** The height of a row before any was drawn. */
const ROW_PX = 64;
/** How many rows beyond the edge of the window are drawn. */
const BEYOND_ROWS = 12;
/** So many rows before the end the next page is read. */
const NEAR_END_ROWS = 30;

interface Input<Row> {
  readonly rows: readonly Row[];
  readonly body: RefObject<HTMLTableSectionElement | null>;
  /** The first one is used for as long as the table is there: another one would have the places of all rows counted anew. */
  readonly keyOf: (row: Row) => string;
  readonly onEnd: (() => void) | undefined;
}

/** The rows that are drawn. */
interface RowWindow {
  /** By their places, each with the room that is left free before it. */
  readonly items: readonly { readonly index: number; readonly gap: number }[];
  readonly before: number;
  readonly after: number;
  /** Takes the element of a row, whose height counts from then on. */
  readonly measure: (row: HTMLTableRowElement | null) => void;
  /** Brings a row into sight and the focus to its first link or button. */
  readonly focusRow: (index: number) => void;
}

/** Which rows of a long table are drawn while its page is scrolled. */
export function useRowWindow<Row>({ rows, body, keyOf, onEnd }: Input<Row>): RowWindow {
  const [scrollMargin, setScrollMargin] = useState(0);
  // The row with the focus is drawn wherever it is, so that the focus is not lost.
  const [focused, setFocused] = useState<number>();
  const wanted = useRef<number>(undefined);
  const [firstKeyOf] = useState(() => keyOf);
  const rowPx = useRef(ROW_PX);
  const virtual = useWindowVirtualizer<HTMLTableRowElement>({
    count: rows.length,
    estimateSize: () => rowPx.current,
    overscan: BEYOND_ROWS,
    scrollMargin,
    getItemKey: useCallback(
      (index: number) => {
        const row = rows[index];
        return row === undefined ? index : firstKeyOf(row);
      },
      [rows, firstKeyOf],
    ),
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range);
      if (focused === undefined || focused >= rows.length) return indexes;
      return [...new Set([...indexes, focused])].sort((one, other) => one - other);
    },
    useFlushSync: false,
  });
  useLayoutEffect(() => {
    const top = body.current?.getBoundingClientRect().top ?? 0;
    const margin = Math.round(top + scrollY);
    if (margin !== scrollMargin) setScrollMargin(margin);
  });
  useExpectedHeight(virtual, body, rowPx);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const row = body.current?.querySelector(`tr[data-index="${wanted.current}"]`);
    const target = row?.querySelector<HTMLElement>('a, button');
    if (target === null || target === undefined) return;
    wanted.current = undefined;
    target.focus({ preventScroll: true });
  });
  const items = virtual.getVirtualItems();
  const lastIndex = items.at(-1)?.index ?? 0;
  const isNearEnd = lastIndex >= rows.length - NEAR_END_ROWS;
  useEffect(() => {
    if (isNearEnd) onEnd?.();
  }, [isNearEnd, onEnd]);
  return {
    items: items.map(({ index, start }, i) => ({
      index,
      gap: i === 0 ? 0 : start - (items[i - 1]?.end ?? start),
    })),
    before: Math.max(0, (items[0]?.start ?? scrollMargin) - scrollMargin),
    after: virtual.getTotalSize() + scrollMargin - (items.at(-1)?.end ?? scrollMargin),
    measure: virtual.measureElement,
    focusRow: (index) => {
      wanted.current = index;
      setFocused(index);
      virtual.scrollToIndex(index, { align: 'auto' });
    },
  };
}

/**
 * Expects rows to be as high as the first ones that are drawn: one that is moves none of those behind it, whose places
 * would all be counted anew.
 */
function useExpectedHeight(
  virtual: Virtualizer<Window, HTMLTableRowElement>,
  body: RefObject<HTMLTableSectionElement | null>,
  rowPx: RefObject<number>,
): void {
  const isExpected = useRef(false);
  useLayoutEffect(() => {
    if (isExpected.current) return;
    const found = body.current?.querySelectorAll<HTMLTableRowElement>('tr[data-index]');
    const inSight = [...(found ?? [])];
    const heights = inSight
      .map(({ offsetHeight }) => offsetHeight)
      .sort((one, other) => one - other);
    const middle = heights[Math.floor(heights.length / 2)];
    // The first time that there are rows, none of them is drawn yet.
    if (middle === undefined || middle === 0) return;
    isExpected.current = true;
    if (middle === rowPx.current) return;
    rowPx.current = middle;
    virtual.measure();
    // Counts all places anew, so that below only rows of another height move those behind them.
    virtual.getTotalSize();
    for (const row of inSight) virtual.measureElement(row);
  });
}
