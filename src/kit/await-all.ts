/**
 * The results of all, as `Promise.all` has them, but only once each of them has ended, also where one failed: what the others
 * began is finished then, and can be undone. Throws the first failure in their order.
 */
export async function awaitAll<const Promises extends readonly unknown[]>(
  promises: Promises,
): Promise<{ -readonly [At in keyof Promises]: Awaited<Promises[At]> }> {
  await Promise.allSettled(promises);
  return await Promise.all(promises);
}
