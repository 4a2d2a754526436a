import { isRecord, member } from '../engine/members.ts';
import type { Notice, Seen } from './page-state.ts';

/** The payment in a body that was seen and does not count yet; undefined without one. */
export function seenOf(body: unknown): Seen | undefined {
  const waiting = recordsOf(member(body, 'requestStatuses')).map((status) => status['awaits']);
  // Of several all count once the newest does.
  const blockNumber = Math.max(...waiting.map((one) => countOf(one, 'blockNumber') ?? -1));
  const awaits = waiting.find((one) => countOf(one, 'blockNumber') === blockNumber);
  const [blocks, blocksLeft] = [countOf(awaits, 'blocks'), countOf(awaits, 'blocksLeft')];
  if (awaits === undefined) return undefined;
  return blocks === undefined || blocksLeft === undefined
    ? { blockNumber }
    : { blockNumber, blocks, blocksLeft };
}

/** Whether a notice warns of a payment that is on the network already. */
export function isSeen(notice: Notice | undefined): notice is Seen | 'seen' {
  return notice === 'seen' || typeof notice === 'object';
}

/** Whether all payments of a link are final; undefined where the API does not say. */
export function isFinal(statuses: unknown): boolean | undefined {
  const answer = recordsOf(statuses).filter(
    ({ hasBeenPaid, seen }) => hasBeenPaid && isRecord(seen),
  );
  return answer.length === 0 ? undefined : answer.every(({ finalized }) => isRecord(finalized));
}

/** A number of blocks; undefined for anything else. */
export function countOf(of: unknown, name: string): number | undefined {
  const count = member(of, name);
  return Number.isSafeInteger(count) ? Number(count) : undefined;
}

/** The members of a list that have members themselves. */
export function recordsOf(list: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(list) ? list.filter(isRecord) : [];
}
