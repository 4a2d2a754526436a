import { setTimeout as wait } from 'node:timers/promises';
import { elapsedMs } from '#kit/clock.ts';
import type { ReachedWorld } from './world.ts';

/** As long as a settlement may take on a machine that is full of others. */
const SHOWN_WITHIN_MS = 180_000;

interface WantedEvents<Event> {
  /** What is asked of the feed. */
  readonly query: string;
  /** The events of a page of the feed that a test is about. */
  readonly select: (page: unknown) => readonly Event[];
  /** How many there must be. */
  readonly count: number;
}

/**
 * Reads events of a running product, once its feed shows so many of them: it withholds an event while a transaction that began
 * before it still runs, also one of another test file in another database of the same server.
 */
export async function readFeed<Event>(
  { apiUrl, sandbox }: Pick<ReachedWorld, 'apiUrl' | 'sandbox'>,
  { query, select, count }: WantedEvents<Event>,
): Promise<readonly Event[]> {
  const headers = { 'x-api-key': sandbox.apiKey };
  for (const end = elapsedMs() + SHOWN_WITHIN_MS; ; await wait(200)) {
    const answer = await fetch(`${apiUrl}/v2/events?${query}`, { headers });
    const found = select(await answer.json());
    if (found.length >= count) return found;
    if (elapsedMs() > end) throw new Error(`the feed shows ${found.length} of ${count} events`);
  }
}
