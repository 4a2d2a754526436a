import type { BookMark, BookTransfer } from './books.ts';
import type { Sides } from './tell-difference.ts';

/** A mark in words. */
export function sayMark(mark: BookMark | null): string {
  return mark === null ? 'none' : `block ${mark.blockNumber} at ${mark.at.toISOString()}`;
}

/**
 * In what the marks of a transfer contradict its block and its status. A missing mark is none of it:
 * what an earlier release moved has none; and as a reorg above a transfer moves what was looked at
 * back, it may become final at a lower block than it was confirmed at.
 */
export function compareMarks(transfer: BookTransfer): readonly Sides[] {
  const { status, blockNumber, confirmed, finalized } = transfer;
  const marks = [
    { name: 'confirmed', mark: confirmed, tooEarly: status === 'seen' },
    { name: 'final', mark: finalized, tooEarly: status === 'seen' || status === 'confirmed' },
  ];
  return marks.flatMap(({ name, mark, tooEarly }): readonly Sides[] => {
    if (mark === null) return [];
    const found = `${name} with ${sayMark(mark)}`;
    if (tooEarly) return [[`not ${name}, as it is ${status}`, found]];
    const isBelow = mark.blockNumber < blockNumber;
    return isBelow ? [[`${name} not below its own block ${blockNumber}`, found]] : [];
  });
}
