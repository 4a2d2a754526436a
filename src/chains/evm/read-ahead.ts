/**
 * Reads several things at a time and answers each in its turn. A failure is told in its turn too, which
 * never comes when whoever asks stops before; what was read ahead is then thrown away.
 */
export async function* readAhead<Ask, Answer>(
  asks: readonly Ask[],
  inFlight: number,
  read: (ask: Ask) => Promise<Answer>,
): AsyncGenerator<Answer, void, void> {
  const ahead: Promise<Answer>[] = [];
  for (let turn = 0; turn < asks.length; turn += 1) {
    for (const ask of asks.slice(turn + ahead.length, turn + inFlight)) {
      const reading = read(ask);
      reading.catch(() => undefined);
      ahead.push(reading);
    }
    const next = ahead.shift();
    if (next !== undefined) yield await next;
  }
}
