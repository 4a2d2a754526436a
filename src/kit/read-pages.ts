/** A page, and where the next one begins; undefined after the last. */
interface ReadPage<Item, Place> {
  readonly items: readonly Item[];
  readonly next: Place | undefined;
}

/**
 * The pages of a list of any length, each read when it is taken. Where the list changes meanwhile, each page is
 * as true as when it was read.
 */
export async function* readPages<Item, Place>(
  read: (from: Place | undefined) => Promise<ReadPage<Item, Place>>,
): AsyncGenerator<readonly Item[]> {
  let from: Place | undefined;
  do {
    const { items, next } = await read(from);
    yield items;
    from = next;
  } while (from !== undefined);
}
