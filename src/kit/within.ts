/**
 * The result of some work, or of `late` if that takes longer than `ms`. The work itself goes on; what becomes
 * of it then, also its failure, is nobody's any more.
 */
export async function within<Result, Late>(
  ms: number,
  work: Promise<Result>,
  late: () => Late,
): Promise<Result | Late> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  try {
    const result = await Promise.race([work.then((value) => ({ value })), promise]);
    return result === undefined ? late() : result.value;
  } finally {
    clearTimeout(timer);
  }
}
