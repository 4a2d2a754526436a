import { setImmediate as nextMoment } from 'node:timers/promises';

/**
 * Runs several reads at a time and yields their results in order; the inputs may themselves still be coming
 * in. A failure is thrown in order too, and not at all if the caller stops before it; what was
 * read ahead is then thrown away.
 */
export async function* readAhead<Query, Answer>(
  queries: AsyncIterable<Query> | Iterable<Query>,
  inFlight: number,
  read: (query: Query) => Promise<Answer>,
): AsyncGenerator<Answer, void, void> {
  const coming =
    Symbol.asyncIterator in queries ? queries[Symbol.asyncIterator]() : queries[Symbol.iterator]();
  const readNext = async () => {
    const { done = false, value } = await coming.next();
    return done ? undefined : { answer: await read(value) };
  };
  const ahead: ReturnType<typeof readNext>[] = [];
  for (;;) {
    while (ahead.length < inFlight) {
      const reading = readNext();
      reading.catch(() => undefined);
      ahead.push(reading);
      // Questions of one moment travel together, and the first of these should not wait for the others.
      if (ahead.length < inFlight) await nextMoment();
    }
    const next = await ahead.shift();
    if (next === undefined) return;
    yield next.answer;
  }
}
