/**
 * The results of work on every item, in their order, with at most `most` of them worked on at a time. The first failure is the
 * result, and nothing more is begun then.
 */
export async function mapLimited<Item, Result>(
  items: readonly Item[],
  most: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = items.entries();
  let hasFailed = false;
  const workOnNext = async (): Promise<void> => {
    for (const [index, item] of left) {
      if (hasFailed) return;
      try {
        results[index] = await work(item, index);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, workOnNext));
  return results;
}
