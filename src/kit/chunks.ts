import { invariant } from './failure.ts';

/** The items of a list in their order, at most `size` at a time. */
export function* splitIntoChunks<Item>(
  items: readonly Item[],
  size: number,
): Generator<readonly Item[], void, void> {
  invariant(size >= 1, 'a chunk holds at least one item');
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
